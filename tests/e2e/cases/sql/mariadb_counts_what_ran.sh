# MariaDB by DBD::MariaDB: placeholders that the client fills in, and those of the server.

start_mariadb
cat >a.pl <<'PERL'
use strict; use DBI; use Time::HiRes 'time';
my $secret = 'sek' . 'ret';
my $dbh = DBI->connect("dbi:MariaDB:database=mysql;mariadb_socket=$ENV{PWD}/my/sock", 'root', '', { RaiseError => 1, PrintError => 0, AutoCommit => 1, mariadb_server_prepare => $ARGV[0] });
$dbh->do('create table t (id integer auto_increment primary key, name text)');
my $ins = $dbh->prepare('insert into t (name) values (?)');
sub add { my $n = shift; $ins->execute($n) }
add("$secret'$_\\") for 1 .. 100;
$dbh->do("insert into t (name) values (\"$secret'\"), ('$secret\\'$_')") for 1 .. 7;
$dbh->do('insert into t (name) values (?)', undef, "$secret$_") for 1 .. 3;
my $rows = $dbh->selectall_arrayref("select * from t where name <> '$secret' and id > 3 # $secret");
my $start = time;
$dbh->do("select sleep(0.0$_)") for 5 .. 7;
print 'slept ', int(1e9 * (time - $start)), "\n";
eval { $dbh->do("select x from nowhere where a = '$secret'") };
for (1 .. 5) { my ($n) = $dbh->selectrow_array('select count(*) from t where id in (?, ?)', undef, $_, 2) }
$dbh->do('drop table t');
print 'rows ', scalar @$rows, "\n";
PERL
for server_prepare in 0 1; do
	run 0 $AGENT --sql -v -o a.out -- perl a.pl $server_prepare
	expect_out 'rows 114'
	expect_err 'not recorded: nothing (0)'
	cp stderr said
	slept=$(number_after 'slept ')
	expect_row a.out '4|main::RUNTIME|1|create table t (id integer auto_increment primary key, name text)'
	expect_row a.out '6|main::add|100|insert into t (name) values (?)'
	expect_row a.out '8|main::RUNTIME|7|insert into t (name) values (?), ...'
	expect_row a.out '9|main::RUNTIME|3|insert into t (name) values (?)'
	expect_row a.out '10|main::RUNTIME|1|select * from t where name <> ? and id > ?'
	expect_row a.out '12|main::RUNTIME|3|select sleep(?)'
	[ $server_prepare = 1 ] || expect_row a.out '14|main::RUNTIME|1|select x from nowhere where a = ?'
	expect_row a.out '15|main::RUNTIME|5|select count(*) from t where id in (?)'
	expect_that "$(time_of a.out sleep) <= $slept && $(time_of a.out sleep) >= 180000000"
	run 0 $AGENT report a.out
	cp stdout report
	expect_in_order report 'SQL statements by time' 'select sleep(?)'
	expect_no_secrets a.out said report
done
