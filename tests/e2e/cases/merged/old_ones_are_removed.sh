# Old files of units are removed, but never that of a unit whose processes run.

put_programs
record_all --match=$PWD --merge=unit --keep=2
warm_up
inside x.service perl "$PWD/a.pl" 9 end & X=$!
await any 'out/unit-x*'
file=$(ls out/unit-x*)
for unit in p q r; do inside $unit.service perl "$PWD/b.pl"; done
sleep 3
touch -d 2001-01-01 $file
for unit in p q r; do inside $unit.service perl "$PWD/b.pl"; done
sleep 2.5
expect [ -e $file ]
expect any 'out/unit-x.service.merged.*'
touch end
wait $X
end_all
expect [ "$(ls out | wc -l)" = 2 ]
