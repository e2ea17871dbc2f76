# Of files: the user who has most loses his oldest ones, and nobody else loses any.

echo 'my $n = 1;' >f.pl
record_both --keep=20
run_honest
first=$H
for i in {1..60}; do as_flooder perl "$PWD/f.pl"; done
run_honest
end_all
expect [ "$(ls out | grep -c 'u65534.nytprof$')" = 17 ]
expect [ "$(ls out | grep -c 'u1.nytprof$')" = 3 ]
expect any "out/*.$first.*"
expect any "out/*.$H.*"
