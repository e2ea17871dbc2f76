# One of them records every perl: neither knows what the other one is about, before one asks.

start_server
(
	$AGENT -o a.out -p $server 2>one & A=$!
	until_in recording one
	$AGENT --all --mode=trace --match=$PWD/none --output-dir=$PWD/n 2>none & N=$!
	until_in recording none
	$AGENT --all --mode=trace --match=$PWD/server.pl --output-dir=$PWD/d 2>two & B=$!
	until_in "process $server is recorded by recorder $B, too" one
	until_in "process $server is recorded by recorder $A, too" two
	$AGENT -o b.out -p $server 2>three & C=$!
	until_in "by recorder $A, too" three
	until_in "by recorder $B, too" three
	until_in "by recorder $C, too" one
	until_in "by recorder $C, too" two
	kill $N $B $A $C
	wait
	touch end
	grep -c ' recorded by recorder ' none
) >stdout 2>stderr
expect_status 1 || exit
wait $server
expect_lines 0
