# Many that end while they are attached to are no accident.

for seconds in 0 0.03 0.06 0.09 0.12 0.15 0.18 0.21 0.24 0.27 0.3 0.33; do
	pids=
	for i in 1 2 3 4; do
		perl -e "my \$x = 1; select undef, undef, undef, $seconds" &
		pids=$pids,$!
	done
	$AGENT -q --pid ${pids#,} >stdout 2>stderr
	expect_status 0 1 3
done
