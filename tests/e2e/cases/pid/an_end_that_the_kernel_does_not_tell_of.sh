# The kernel may not tell of an end (Linux 7.0 and newer). Then the agent finds it by itself. Here it is made to follow a
# process that ended before.

start_server
$AGENT --pid $server >stdout 2>stderr & A=$!
recording
perl -e 1 & ended=$!
wait $ended
key=$(perl -e 'printf "%d %d %d %d", unpack "C4", pack "L", shift' $ended)
"$BPFTOOL" map update id "$(map_of targets)" key $key value 0 0 0 0
stop $server
wait $A; expect_that "$? == 0"
read_profile nytprof.out
# How many depends on how long the agent took to begin.
expect_that "$(number_after 'main::serve main::request ') >= 1"
