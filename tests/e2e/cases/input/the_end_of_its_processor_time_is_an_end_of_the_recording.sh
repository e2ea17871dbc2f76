# The end of its processor time is an end of the recording.

(
	perl -e 'until (-e q(end)) { select undef, undef, undef, 0.01; unlink q(seen) }' & P=$!
	$AGENT -o x.out -p $P & A=$!
	recording
	touch seen
	while [ -e seen ]; do sleep 0.02; done
	kill -XCPU $A
	wait $A
	S=$?
	touch end; wait; exit $S
) >stdout 2>stderr
expect_status 0
expect_err 'warning: reached the limit of processor time (ulimit -t)'
expect [ -e x.out ]

(
	ulimit -t 60
	$AGENT -q -- perl -e 'print `ulimit -St; ulimit -Ht`'
) >stdout 2>stderr
expect_status 0
expect_lines 60 60
