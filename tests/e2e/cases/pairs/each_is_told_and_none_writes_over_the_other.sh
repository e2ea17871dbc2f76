# Each is told of the other, and none writes over the other's file.

# The first one's file is there when the second one begins, and is written again after that.
start_server
(
	$AGENT --interval=1 -p $server 2>one & A=$!
	await [ -e nytprof.out ]
	$AGENT --interval=1 -p $server 2>two & B=$!
	until_in "process $server is recorded by recorder $B, too" one
	until_in "process $server is recorded by recorder $A, too" two
	await [ -e nytprof.out-2 ]
	touch end
	wait $A
	wait $B
	ls nytprof.out*
	[ "$(said nytprof.out one)" = $(calls_in nytprof.out) ] && echo first
	[ "$(said nytprof.out-2 two)" = $(calls_in nytprof.out-2) ] && echo second
	grep -c ' recorded by recorder ' one two
	cat one two >&2
) >stdout 2>stderr
expect_status 0 || exit
wait $server
expect_lines nytprof.out nytprof.out-2 first second one:1 two:1
expect_err 'their counts are right, but their times are not'
