# A program that loads Coro has no return probes any more: it goes on, and this is said of its statements.

cat >a.pl <<'PERL'
use strict; use DBI;
my $dbh = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 });
$dbh->do('create table t (id integer)');
$dbh->do("insert into t values ($_)") for 1 .. 9;
require Coro;
my @all = map { my $nr = $_; Coro::async(sub { $dbh->do("insert into t values ($nr)"), Coro::cede() for 1 .. 20 }) } 1 .. 5;
$_->join for @all;
print $dbh->selectrow_array('select count(*) from t'), "\n";
PERL
run 0 $AGENT --sql -o a.out -- perl a.pl
expect_lines 109
expect_err 'are recorded any more'
expect_row a.out '4|main::RUNTIME|9|insert into t values (?)'

# One that has it loaded already.
cat >b.pl <<'PERL'
use strict; use DBI; use Coro;
my $dbh = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 });
$dbh->sqlite_create_function('turn', 0, sub { cede; return 1 });
open my $ready, '>', 'ready'; close $ready;
select undef, undef, undef, 0.02 until -e 'go';
my $n = 0;
my $other = async { $n++, cede for 1 .. 20 };
$n += $dbh->selectrow_array('select turn()') for 1 .. 20;
$other->join;
print "$n\n";
PERL
perl b.pl >b & P=$!
await [ -e ready ]
$AGENT --sql --pid $P -o b.out >stdout 2>stderr & A=$!
recording
touch go
wait $P
expect_status 0
expect_in b 40
wait $A
expect_status 0
expect_err 'are recorded any more'
expect [ -z "$(rows_of b.out)" ]
