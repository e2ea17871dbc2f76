# With --all the step is for the perl, in all its processes, and calls are the least.

make_loop
sed "s/'end'/'end2'/; s/'counts'/'counts2'/" a.pl >$PWD/other.pl
record_all --match=$PWD/ --overhead=10
perl $PWD/a.pl & first=$!
await grep -qs '/perl, in all its processes: .* statements are no longer recorded' said
await grep -qs "/perl, in all its processes: .* with --all the last step is to calls" said
perl $PWD/other.pl & second=$!
ticks=$(ticks_of $second)
await has_run $second 30
touch end end2
wait $first $second
end_all
profiles_of $first >stdout
expect_out 'attr agent_step_subs '
expect_no_out 'agent_step_sample'
profiles_of $second >stdout
expect_out 'attr agent_step_subs 0.000000 s'
calls=$(number_after 'sub main::f ')
expect_that "$calls == $(tail -1 counts2 | cut -d' ' -f2)"
