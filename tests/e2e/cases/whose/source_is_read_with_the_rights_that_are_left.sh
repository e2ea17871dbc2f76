# Source is read with the rights that are left.

# A program of root's that has become somebody else names a file that it can't read any more.
cat >a.pl <<'PERL'
use POSIX ();
POSIX::setgid(65534); POSIX::setuid(65534); $) = '65534 65534';
claim();
kill 'STOP', $$ if @ARGV;
# line 1 "secret"
sub claim { 1 }
PERL

cat >secret <<'END'
a secret
END

chmod 600 secret
sed -i "s,\"secret,\"$PWD/secret," a.pl
run 0 $AGENT -o w.out -- perl a.pl || exit
expect_err 'the source of 1 file is not in the profile'

read_profile w.out
expect_out 'main::claim '
expect_out 'src '
expect_no_out 'a secret'

# The same while it runs.
(
	$AGENT -o w.out -- perl a.pl stop & A=$!
	stopped() { P=$(pgrep -P $A -x perl) && grep -q '^State:.T' /proc/$P/status; }
	await stopped
	$AGENT ctl flush $A
	cp w.out now.out
	kill -CONT $P
	wait $A
) >stdout 2>stderr
expect_status 0 || exit

read_profile now.out
expect_out 'main::claim '
expect_out $'/a.pl:3 claim();\n'
expect_no_out 'a secret'
