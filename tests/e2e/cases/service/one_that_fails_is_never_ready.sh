# A service that fails is never ready: not before it records, and not if it never does.

echo keep = 3 >conf
mkdir -m 755 out
start_manager
start_service
wait $A
expect_status 1
kill $M
expect [ "$(grep -c READY notes)" = 0 ]
