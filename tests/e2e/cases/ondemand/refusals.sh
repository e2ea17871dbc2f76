# What ctl trace refuses, each with one line, and leaves no file.

start_worker
run 1 $AGENT ctl trace $worker
expect_one_line 'no recorder is running'
start_sampling $worker
run 1 $AGENT ctl trace $$
expect_one_line "process $$ is neither a recorder nor recorded by one"
run 1 $AGENT ctl trace $R
expect_one_line 'name a process that it records'
run 2 $AGENT ctl trace
expect_one_line 'Give its PID'
run 2 $AGENT ctl trace nobody
expect_one_line 'not a process id'
run 2 $AGENT ctl flush $worker -d 5
expect_one_line 'belong to ctl trace'
run 1 $AGENT ctl trace $worker -d 2h
expect_one_line 'a trace takes from 1 ms to 3600 s'
run 1 $AGENT ctl trace $worker -o /
expect_one_line "that is a directory's name"
ln -s elsewhere link
run 1 $AGENT ctl trace $worker -o link
expect_one_line 'it is a symbolic link'
expect [ ! -e elsewhere ]
run 1 $AGENT ctl trace $worker -o missing/file
expect_one_line 'its directory: No such file'
cp $AGENT agent
run 1 setpriv --reuid=65534 --clear-groups ./agent ctl trace $worker -o theirs.out
expect_one_line "can't connect to any recorder"
expect [ -z "$(compgen -G '*nytprof.out*')" ]
end_sampling

: >tracing
$AGENT --pid $worker -o all.out >/dev/null 2>tracing & R=$!
recording tracing
run 1 $AGENT ctl trace $worker
expect_one_line "it traces process $worker already: \"nytprof-bpf ctl flush $worker\" writes the exact counts so far"
touch end
wait $worker
wait $R
expect [ -z "$(compgen -G '.nytprof-bpf.*')" ]
