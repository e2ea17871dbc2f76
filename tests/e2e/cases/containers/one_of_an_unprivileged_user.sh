# A container of an unprivileged user.

start_container --user --map-root-user
run 0 $AGENT -o c.out -d 1 -p $P || exit
expect_err 'not recorded: nothing (0)'
expect_server
end_container
