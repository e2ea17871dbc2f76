# What is wrong, where, and what was expected.

head='NYTProf 5 0\n:ticks_per_sec=1000\n'
start='P\1\1\0\0\0\0\0\0\0\0'
end='p\1\0\0\0\0\0\0\xf0?'
file="@\\1\\0\\0\\2\\0\\0'\\1a"
at=$((12 + 20 + 11)) # the first byte behind the head and the start

verify_made "$head$start$file$end" 0
expect_out 'made.out: is valid: 0 statements on 0 lines of 1 files'
verify_made "$head${start}A$end"
expect_out "byte $at: an unknown kind of record: its tag is 0x41; expected one of"
verify_made "$head$start$file+\\1\\2\\7$end"
expect_out "byte $((at + 14)), in TIME_LINE from $((at + 10)) on: a file number that was not declared; expected + ticks fid line"
verify_made "$head$start$file--+\\1\\1\\7$end"
expect_out "byte $((at + 12)), in DISCOUNT from $((at + 11)) on: a DISCOUNT follows another one; expected - and then one statement"
verify_made "$head$start@\\2\\0\\0\\2\\0\\0'\\1a$end"
expect_out 'the file numbers have gaps: 1 files, but the highest number is 2; expected 1 to 1'
verify_made "$head$start$file$file$end"
expect_out 'in NEW_FID from'
expect_out 'this file number is declared before'
verify_made "$head$start@\\1\\2\\7\\2\\0\\0'\\1a$end"
expect_out 'the file of an eval is declared after it, or not at all'
verify_made "$head$start$file"
expect_out "byte $((at + 10)), at the end: its end is missing"
verify_made "$head$start$start$file$end"
expect_out 'in PID_START from'
verify_made "NYTProf 5 0\\n:ticks_per_sec=1000\\n:nv_size=16\\n$start$file$end"
expect_out 'the attribute nv_size is 16; expected 8'
nv='\0\0\0\0\0\0\xf0?'
call="c\\1\\7'\\7main::b\\1$nv$nv\\0\\0\\0\\0\\0\\0\\0\\0\\0'\\7main::a"
verify_made "$head$start$file$call<\\3$nv$nv'\\7main::a<\\1$nv$nv'\\7main::a$end"
expect_out 'a sub returns before those that called what returned last; expected < depth incl excl sub'
expect_out 'main::a: 2 returns, but 1 calls; expected no more returns'
expect_out 'main::a: its stacks add up to 0.002000 s, and its calls to 1.000000 s; expected the same'
verify_made 'nothing of the kind'
expect_one_line 'made.out is not a NYTProf profile'

run 2 $AGENT verify
expect_one_line 'which profiles?'
run 2 $AGENT verify --repair made.out
expect_one_line 'Give -o FILE'
run 2 $AGENT verify -o x.out made.out
expect_one_line 'belongs to --repair'
run 1 $AGENT verify missing.out
expect_one_line "can't read missing.out"
perl -e 'print "NYTProf 5 0\n:ticks_per_sec=1000\n"' >made.out
run 1 $AGENT verify --repair -o x.out made.out
expect_one_line 'nothing was recorded before the fault'
expect [ ! -e x.out ]
