# Times have units.

perl -e 'while (1) { select undef, undef, undef, 0.01 }' & target=$!
run 0 $AGENT -q -d 300ms -p $target
expect [ -e nytprof.out ]
stop $target

run 2 $AGENT -d 300mm -p 1
expect_one_line '--duration=300mm: must be a number of seconds'
