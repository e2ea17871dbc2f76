# Without a configuration file, SIGHUP ends the recording.

record_all --match=^$PWD/x
kill -HUP $A
wait $A
expect_status 0
