# A program with libperl that runs already.

link_host host -- -lperl
make_served
HOST_CALLS=1000 ./host c.pl & target=$!
await grep -q libperl "/proc/$target/maps"
run 0 $AGENT --pid $target -d 2
stop $target
expect_err 'not recorded: nothing (0)'
read_profile nytprof.out
expect_that "$(number_after 'main::work main::one ') >= 40"
expect_that "$(lines_s) < 0.3"
