# An agent that can't read in time loses events, and says how many.

cat >a.pl <<'PERL'
use strict; use DBI;
$| = 1;
my $dbh = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 });
print "ready\n";
select undef, undef, undef, 0.02 until -e 'go';
my $sth = $dbh->prepare('select ? + 1');
$sth->execute($_), $sth->fetchrow_array for 1 .. 150_000;
print "done\n";
select undef, undef, undef, 0.02 until -e 'end';
PERL
perl a.pl >out & P=$!
await grep -q ready out
$AGENT --sql --pid $P -o a.out >stdout 2>stderr & A=$!
recording
kill -STOP $A
touch go
await grep -q done out
kill -CONT $A
touch end
wait $A
expect_status 0
wait $P
lost=$(sed -nE 's/.*not recorded: ([0-9]+) events of SQL statements: the buffer was full.*/\1/p' stderr)
expect [ "${lost:-0}" -gt 0 ]
got=$(executed a.out 'select ? + ?')
expect [ "$got" -gt 0 ]
# An execution is an event, and so is the fetching behind it.
expect_that "$got + ${lost:-0} >= 150000 && $got + ${lost:-0} <= 300002"
