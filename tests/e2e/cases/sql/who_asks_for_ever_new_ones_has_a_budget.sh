# A user who asks for ever new statements fills a budget of his own: what is beyond it is counted without
# its text, which is said. What another user asks stays whole.

cat >flood.pl <<'PERL'
use strict; use DBI;
my $nr = shift;
my $dbh = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 });
$dbh->{sqlite_allow_multiple_statements} = 1;
for my $batch (1 .. 19) {
	$dbh->do(join ';', map { sprintf 'select 1 as %s_%d_%d_%d', 'n' x 1400, $nr, $batch, $_ } 1 .. 500);
}
open my $done, '>', "done.$nr"; close $done;
select undef, undef, undef, 0.02 until -e 'end';
PERL
cat >honest.pl <<'PERL'
use strict; use DBI;
my $dbh = DBI->connect('dbi:SQLite:dbname=:memory:', '', '', { RaiseError => 1 });
$dbh->do("select 2 as n$_") for 1 .. 200;
PERL
mkdir -m 777 theirs
record_all --sql --match=$PWD --interval=600
floods=
for i in 1 2 3 4 5; do
	(cd theirs && exec setpriv --reuid=65534 --regid=65534 --clear-groups perl "$OLDPWD/flood.pl" $i) &
	floods="$floods $!"
	await [ -e theirs/done.$i ]
done
setpriv --reuid=1 --regid=1 --clear-groups perl "$PWD/honest.pl" & H=$!
wait $H
expect_status 0
touch theirs/end
for pid in $floods; do wait $pid; done
end_all
expect_in said 'texts of SQL statements beyond the budget of a user'

# All executions of the last flood are there.
last=${floods##* }
rows_of "$(echo out/*.$last.*)" >rows
expect_in rows '(other statements)'
expect [ "$(awk -F'|' '$1 == 0 || $1 == 6 { n += $3 } END { print n }' rows)" = 9500 ]
expect grep -qa agent_lost_SQL_TEXTS out/*.$last.*

rows_of "$(echo out/*.$H.*)" >rows
expect [ "$(grep -cE '^3\|main::RUNTIME\|1\|select \? as n[0-9]+$' rows)" = 200 ]
expect_not_in rows '(other statements)'
expect_not_in "$(echo out/*.$H.*)" agent_lost
