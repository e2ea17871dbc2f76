# With --all: each process has a row, the sums are those of all, and processes come and go.

start_busy
first=$busy
(
	$AGENT top --all --match=busy.pl --rate=499 --view=processes >tables 2>said & A=$!
	await grep -q "^ *$first .* busy.pl$" tables
	rm "up.$first"
	perl busy.pl & second=$!
	await grep -q "^ *$second .* busy.pl$" tables
	await grep -q '; 2 processes, ' tables || await grep -q ' 2 processes, ' tables
	kill $second
	wait $second 2>/dev/null
	await grep -q "^ *$second .* busy.pl (ended)$" tables
	kill -INT $A
	wait $A
) >stdout 2>stderr
expect_status 0
expect_in tables 'every perl of '
expect_in tables 'that passes the filters'

run 0 $AGENT top --all --match=busy.pl --rate=499 -n 1
expect_out main::hot
stop $first
