# A container with a root and a perl of its own.

start_container
run 0 $AGENT -o c.out -d 1 -p $P || exit
expect_err 'not recorded: nothing (0)'
expect_server
end_container
