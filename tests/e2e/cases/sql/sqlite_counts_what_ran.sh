# SQLite by DBD::SQLite: each execution counts, at the line that asked for it, and no data is anywhere.

cat >a.pl <<'PERL'
use strict; use DBI; use Time::HiRes 'time';
my $secret = 'sek' . 'ret';
my $dbh = DBI->connect('dbi:SQLite:dbname=a.db', '', '', { RaiseError => 1, AutoCommit => 1 });
$dbh->do('create table t (id integer primary key, name text)');
my $ins = $dbh->prepare('insert into t (name) values (?)');
sub add { my $n = shift; $ins->execute($n) }
$dbh->begin_work;
add("$secret$_") for 1 .. 100;
$dbh->do("insert into t (name) values ('$secret$_'), (\"$secret\")") for 1 .. 7;
$dbh->commit;
my $rows = $dbh->selectall_arrayref("select * from t where name <> '$secret' and id > 3 -- $secret");
my $sth = $dbh->prepare('select id from t order by id');
for my $i (1 .. 3) {
	$sth->execute;
	while (my ($id) = $sth->fetchrow_array) { last if $id == 50 * $i }
	$sth->finish;
}
eval { $dbh->do("insert into t (id) values (1) /* $secret */") };
my $start = time;
$dbh->selectrow_array('with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select sum(i) from n');
undef $dbh;
print 'long ', int(1e9 * (time - $start)), "\nrows ", scalar @$rows, "\n";
PERL
run 0 $AGENT --sql -v -o a.out -- perl a.pl
expect_out 'rows 104'
expect_err 'not recorded: nothing (0)'
cp stderr said
long=$(number_after 'long ')
expect_row a.out '4|main::RUNTIME|1|create table t (id integer primary key, name text)'
expect_row a.out '6|main::add|100|insert into t (name) values (?)'
expect_row a.out '9|main::RUNTIME|7|insert into t (name) values (?), ...'
expect_row a.out '11|main::RUNTIME|1|select * from t where name <> ? and id > ?'
expect_row a.out '14|main::RUNTIME|3|select id from t order by id'
expect_row a.out '18|main::RUNTIME|1|insert into t (id) values (?)'
expect [ "$(executed a.out BEGIN)" = 1 ]
expect [ "$(executed a.out COMMIT)" = 1 ]
# The statement is nearly all that its line does; neither has waiting for a processor.
expect_that "$(time_of a.out recursive) <= $long"
read_profile a.out
line_ns=$(awk '/^line .*a\.pl:'"$(grep -n recursive a.pl | cut -d: -f1)"' / { print 1e9 * $4 }' stdout)
expect_that "$(time_of a.out recursive) > 0.8 * $line_ns && $(time_of a.out recursive) < 1.1 * $line_ns"

# The reports have them; a stock reader still reads the profile.
run 0 $AGENT report a.out
cp stdout report
expect_in report 'SQL statements by time'
expect_in report 'with recursive n(i) as (select ? union all select i + ? from n where i < ?) select sum(i) from n'
run 0 $AGENT export --format=json a.out
cp stdout json
expect [ "$(perl -MJSON::PP -0777 -ne 'my $p = decode_json($_); print map { "$_->{count} $p->{subs}[$_->{sub}]{name} $_->{line}" } grep { $_->{statement} eq "insert into t (name) values (?)" && $_->{count} } @{ $p->{sql} }' json)" = '100 main::add 6' ]
read_profile a.out
expect_line /a.pl:9 1
expect_no_secrets a.out said report json
run 0 $AGENT report --html --no-source -q -o a.html a.out
run 0 timeout 120 perl "$SUITE/page.pl" a.html

# Sums add up.
run 0 $AGENT merge -o sum.out a.out a.out
expect_row sum.out '6|main::add|200|insert into t (name) values (?)'
run 0 $AGENT diff a.out sum.out
run 0 $AGENT verify a.out

# Calls only; and without the option there is nothing.
rm a.db
run 0 $AGENT -q --sql --mode=subs -o subs.out -- perl a.pl
expect_row subs.out '6|main::add|100|insert into t (name) values (?)'
expect_row subs.out '11|main::RUNTIME|1|select * from t where name <> ? and id > ?'
rm a.db
run 0 $AGENT -q -o none.out -- perl a.pl
expect [ -z "$(rows_of none.out)" ]
