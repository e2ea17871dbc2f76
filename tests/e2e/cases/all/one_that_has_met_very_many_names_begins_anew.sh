# A recording that has met very many names begins anew.

# The maps of names do not get empty again: without an end to that, what is new had no name for good.
put_workers a.pl
cat >b.pl <<'PERL'
for my $i (1 .. 200_000) { eval "sub fill_$i { 1 } fill_$i()" }
PERL
cat >c.pl <<'PERL'
sub later { 1 }
later() for 1 .. 10;
PERL
perl "$PWD/a.pl" & W=$!
record_all --match=$PWD/ --stmts=0
perl "$PWD/b.pl"
records_again() {
	[ "$(grep -c '^nytprof-bpf: recording' said)" = 2 ]
}
await records_again
perl "$PWD/c.pl" & C=$!
wait $C
touch end
wait $W
end_all
expect [ "$(ls out/*.$W.* | wc -l)" = 2 ]
read_profiles_of $C
expect_out ':2 main::RUNTIME main::later 10 '
expect_in said 'restarts the recording'
cp said stderr
expect_nothing_lost
