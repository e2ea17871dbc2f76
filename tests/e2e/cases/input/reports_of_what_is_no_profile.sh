# What is read as the name of a profile and is none: one line says so.

cat >x.out <<'END'
hello
END

run 1 $AGENT report x.out
expect_one_line 'x.out is not a NYTProf profile'

run 1 $AGENT report missing.out
expect_one_line missing.out

run 1 $AGENT report
expect_one_line nytprof.out

run 1 $AGENT report /dev/zero
expect_one_line '/dev/zero: it is neither a file nor a pipe'

head -c 100000000 /dev/zero >zeros
run 1 $AGENT report zeros
expect_one_line 'zeros is not a NYTProf profile'

mkdir dir
run 1 $AGENT report dir
expect_one_line 'dir has no profiles'

mkfifo fifo
run 1 $AGENT report fifo
expect_one_line 'fifo: no process writes to this pipe'

(
	$AGENT -q -o p.out -- perl -e 'my $x = 1'
	$AGENT report <(sleep 2; cat p.out)
) >stdout 2>stderr
expect_status 0
expect_out 'statements on 1 lines'
