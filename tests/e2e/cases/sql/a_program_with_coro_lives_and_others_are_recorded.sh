# A program that changes between C stacks in the middle of a statement, as Coro does, is not asked for its ends.

cat >a.pl <<'PERL'
use strict; use DBI; use Coro;
my ($one, $two) = map { DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 }) } 1, 2;
$one->sqlite_create_function('turn', 0, sub { cede; return 1 });
my $n = 0;
my $other = async { for (1 .. 20) { $n += $two->selectrow_array('select 2'); cede } };
$n += $one->selectrow_array('select turn()') for 1 .. 20;
$other->join;
print "$n\n";
PERL
cat >b.pl <<'PERL'
use strict; use DBI;
my $dbh = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 });
open my $ready, '>', 'ready'; close $ready;
select undef, undef, undef, 0.02 until -e 'go';
$dbh->selectrow_array('select 3') for 1 .. 5;
PERL
cp "$(command -v perl)" sqlperl
record_all --sql -v --comm=sqlperl --interval=1
./sqlperl b.pl & P=$!
await [ -e ready ]
await any "out/*.$P.*.nytprof" # what runs sqlperl is recorded
for turn in 1 2; do
	run 0 ./sqlperl a.pl
	expect_lines 60
done
touch go
wait $P
expect_status 0
end_all
for file in out/*."$P".*; do rows_of "$file"; done >all
expect [ "$(awk -F'|' '/5\|main::RUNTIME\|.*\|select \?/ { n += $3 } END { print n + 0 }' all)" = 5 ]
expect grep -q 'with Coro' said
