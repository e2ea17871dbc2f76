# A process that is not recorded may change its C stack in the middle of a statement: the kernel would end
# it if somebody asked for the end.

$AGENT doctor >doctor
grep -q '^.* sessions *none' doctor && skip 'needs Linux 6.13'
driver=$(perl -MDBD::SQLite -e 'print +(grep { -e } map { "$_/auto/DBD/SQLite/SQLite.so" } @INC)[0]')
cc -o turn "$SUITE/two_stacks.c" "$(ldd "$driver" | awk '/libsqlite3/ { print $3 }')" || skip 'needs a compiler'
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
$AGENT --sql -o b.out -- perl b.pl 2>said & A=$!
await [ -e ready ]
run 0 ./turn
expect_lines 79
run 0 perl a.pl
expect_lines 60
touch go
wait $A
expect_status 0
expect_row b.out '5|main::RUNTIME|5|select ?'
# A process of another case may block its readers.
grep -v 'not all processes could be looked at yet' said >own
expect_not_in own '--sql'
