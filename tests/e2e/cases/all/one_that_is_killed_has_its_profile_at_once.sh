# A process that is killed has its profile at once.

put_workers a.pl
record_all --match=$PWD/a.pl
perl "$PWD/a.pl" & W=$!
seen $W
await records $W 500
rm out/*.nytprof
kill -9 $W
seen $W
read_profiles_of $W
expect_that "$(number_after '/a.pl:6 main::RUNTIME main::work ') > 50"
end_all
