# --pid: what a running process executes; what was prepared before has no text. Children have rows of their own.

cat >a.pl <<'PERL'
use strict; use DBI;
$| = 1;
my $dbh = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 });
$dbh->do('create table t (id integer primary key, name text)');
my $early = $dbh->prepare('insert into t (name) values (?)');
$early->execute('sekret');
print "ready\n";
select undef, undef, undef, 0.02 until -e 'go';
$early->execute('sekret') for 1 .. 3;
$dbh->do("update t set name = 'sekret' where id = 1") for 1 .. 4;
PERL
perl a.pl >out & P=$!
await grep -q ready out
$AGENT --sql --pid $P -o a.out >stdout 2>stderr & A=$!
recording
touch go
wait $A
expect_status 0
wait $P
expect_status 0
expect_row a.out '9|main::RUNTIME|3|(unknown statement)'
expect_row a.out '10|main::RUNTIME|4|update t set name = ? where id = ?'
expect_no_secrets a.out stderr

cat >b.pl <<'PERL'
use strict; use DBI;
if (my $child = fork) {
	waitpid $child, 0;
	$? == 0 or die;
	print "$child\n";
}
my $own = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 });
my ($n) = map { $own->selectrow_array("select $_ + length('sekret')") } 1 .. 5;
PERL
run 0 $AGENT --sql -o b.out -- perl b.pl
child=b.out.$(cat stdout)
expect_err 'not recorded: nothing (0)'
expect_row b.out '8|main::RUNTIME|5|select ? + length(?)'
expect_row "$child" '8|main::RUNTIME|5|select ? + length(?)'
expect_no_secrets b.out "$child" stderr
