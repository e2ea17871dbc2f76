# What is on the disk is valid at any time.

put_workers a.pl
record_all --match=$PWD/a.pl
UP=up perl "$PWD/a.pl" & W=$!
await [ -e up ]
seen $W
run 0 profiles_of $W
expect_out main::work
is_on_the_disk() {
	profiles_of $W >stdout
	[ "$(number_after '/a.pl:6 main::RUNTIME main::work ')" -gt 50 ]
}
await is_on_the_disk
stop $A
cp out/*.$W.* second

record_all --match=$PWD/a.pl
touch end
wait $W
end_all
expect [ "$(profiles)" = 2 ] # one of each agent
read_profile second
expect_that "$(number_after '/a.pl:6 main::RUNTIME main::work ') > 50"
