# Of interpreters: what the agent takes grows with their number only.

# Each is asked for once.
cc $(perl -MExtUtils::Embed -e ccopts) -o flood "$TOP/tests/e2e/flood.c" -lperl || skip 'needs libperl-dev'
echo "select undef, undef, undef, 0.01 until -e 'go';" >f.pl
record_both
FLOOD=16000 as_flooder ../flood "$PWD/f.pl" & F=$!
await any 'out/*.u65534.nytprof'
touch theirs/go
await [ -e theirs/flooded ]
expect_answer
run_honest
expect_answer
kill $F
wait $F
end_all
expect_honest $H
expect_flood_said
