# A file of a unit is the sum of its processes.

# Of each unit's file, at its end and while processes run; one is written several times.
put_programs
record_all --match=$PWD --merge=unit
warm_up
inside x.service perl "$PWD/a.pl" 3 end & X=$!
inside x.service perl "$PWD/a.pl" 4
inside y.service/below perl "$PWD/b.pl"
inside plain perl "$PWD/b.pl"
await any 'out/unit-x*'
sleep 1.5
inside x.service perl "$PWD/a.pl" 3
sleep 2
touch end
wait $X
end_all
expect [ "$(ls out | grep -c merged)" = 2 ]
expect [ "$(sums out/unit-y* | grep 'RUNTIME main::work' | sed 's/.* //')" = 4 ]
expect_sum 6 out/unit-x* $(of_a out)
mv said stderr
expect_nothing_lost

read_profile out/unit-x*
expect_out $'attr agent_merged unit x.service\n'
expect_out $'attr agent_merged_profiles 6\n'
expect_out 'a.pl (6 runs)'

# Of the two evals of one place, each with its sub, and that of the one that all have.
expect_out 'sub main::of_3 6 '
expect_out 'sub main::of_4 3 '
