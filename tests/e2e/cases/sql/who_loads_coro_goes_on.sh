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
expect_err '--sql: no statements are recorded any more'
expect_row a.out '4|main::RUNTIME|9|insert into t values (?)'
