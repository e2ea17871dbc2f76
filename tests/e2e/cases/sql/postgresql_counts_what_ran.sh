# PostgreSQL by DBD::Pg: PQexec, PQexecParams and prepared statements, and times as the program has them.

start_postgres
cat >a.pl <<'PERL'
use strict; use DBI; use Time::HiRes 'time';
my $secret = 'sek' . 'ret';
my $dbh = DBI->connect("dbi:Pg:dbname=postgres;host=$ENV{PWD}/pg", 'postgres', '', { RaiseError => 1, PrintError => 0, AutoCommit => 1 });
$dbh->do('create table t (id serial primary key, name text)');
my $ins = $dbh->prepare('insert into t (name) values (?)');
sub add { my $n = shift; $ins->execute($n) }
add("$secret$_") for 1 .. 100;
$dbh->do("insert into t (name) values ('$secret$_')") for 1 .. 7;
$dbh->do('insert into t (name) values (?)', undef, "$secret$_") for 1 .. 3;
my $rows = $dbh->selectall_arrayref("select * from t where name <> E'$secret\\'' and id > 3 and name <> \$\$$secret\$\$");
$dbh->begin_work; add('x'); $dbh->commit;
my $start = time;
$dbh->do("select pg_sleep(0.0$_)") for 5 .. 7;
print 'slept ', int(1e9 * (time - $start)), "\n";
eval { $dbh->do("select 1 / 0, '$secret'") };
my $other = DBI->connect("dbi:Pg:dbname=postgres;host=$ENV{PWD}/pg", 'postgres', '', { RaiseError => 1 });
my @both = map { $_->prepare('select count(*) from t where id > ?') } $dbh, $other;
for my $i (1 .. 5) { $_->execute($i), $_->fetchrow_array for @both }
print 'rows ', scalar @$rows, "\n";
PERL
run 0 $AGENT --sql -v -o a.out -- perl a.pl
expect_out 'rows 107'
expect_err 'not recorded: nothing (0)'
cp stderr said
slept=$(number_after 'slept ')
expect_row a.out '4|main::RUNTIME|1|create table t (id serial primary key, name text)'
expect_row a.out '6|main::add|101|insert into t (name) values ($1)'
expect_row a.out '8|main::RUNTIME|7|insert into t (name) values (?)'
expect_row a.out '9|main::RUNTIME|3|insert into t (name) values ($1)'
expect_row a.out '10|main::RUNTIME|1|select * from t where name <> ? and id > ? and name <> ?'
expect_row a.out '13|main::RUNTIME|3|select pg_sleep(?)'
expect_row a.out '15|main::RUNTIME|1|select ? / ?, ?'
expect_row a.out '18|main::RUNTIME|10|select count(*) from t where id > $1'
expect [ "$(executed a.out begin)" -ge 1 ]
expect_row a.out '11|main::RUNTIME|1|commit'
expect_that "$(time_of a.out pg_sleep) <= $slept && $(time_of a.out pg_sleep) >= 180000000"
run 0 $AGENT report a.out
cp stdout report
expect_in_order report 'SQL statements by time' 'select pg_sleep(?)'
expect_no_secrets a.out said report
