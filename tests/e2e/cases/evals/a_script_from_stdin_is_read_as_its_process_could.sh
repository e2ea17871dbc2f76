# A script from stdin is read as its process could: opened again, with its own rights.

cat >a.pl <<'PERL'
my $n = 0;
while (1) {
    $n++;
}
PERL

(
	perl < a.pl & pid=$!
	await grep -q ^perl /proc/$pid/comm
	$AGENT -d 1 --pid $pid
	kill $pid
) >stdout 2>stderr
expect_status 0 || exit

read_profile nytprof.out
expect_out $'src -:3     $n++;\n'

chmod 600 a.pl
(
	setpriv --reuid=65534 --regid=65534 --clear-groups perl < a.pl & pid=$!
	await grep -q ^perl /proc/$pid/comm
	$AGENT -o b.out -d 1 --pid $pid
	kill $pid
) >stdout 2>stderr
expect_status 0 || exit
expect_err 'the source of 1 scripts from stdin is not in the profile'

read_profile b.out
expect_no_out 'src -'
