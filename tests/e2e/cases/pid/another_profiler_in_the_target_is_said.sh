# Another profiler in the target is said.

NYTPROF=file=/dev/null:start=no start_server -d:NYTProf
run 0 $AGENT --pid $server -d 0.5
expect_err 'another profiler (NYTProf.so)'
stop $server
