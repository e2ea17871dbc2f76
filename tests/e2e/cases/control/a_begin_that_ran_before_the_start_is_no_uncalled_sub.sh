# A BEGIN that ran before the start is no sub that was not called.

cp "$SUITE/phases.pl" a.pl
run 0 $AGENT -q --start=init -o ours.out -- perl a.pl || exit
read_profile ours.out
expect_out 'sub main::w '
expect_no_out 'sub main::BEGIN'
