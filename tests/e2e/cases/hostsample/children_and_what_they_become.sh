# Children are sampled from their first tick, and so is what they execute: another program, and a perl again.

put_workers a.pl
cat >b.pl <<'PERL'
sub kid { my $x = 0; $x += $_ for 1 .. 5_000_000; return $x }
my $pid = fork;
if (!$pid) { kid(); exit }
open my $f, '>', 'kid'; print $f $pid; close $f;
waitpid $pid, 0;
$ENV{ROUNDS} = 20;
exec 'sh', '-c', 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; exec perl "$0"', "$ENV{PWD}/a.pl";
PERL
sample_all --match=$PWD/[ab].pl
perl "$PWD/b.pl" & B=$!
wait $B
K=$(cat kid)
ROUNDS=20 perl "$PWD/a.pl" & W=$!
wait $W
end_all
expect_that "$(samples_of $K main::kid) > 0.9 * $(all_samples_of $K)"
expect_that "$(all_samples_of $K) > 50"
expect_that "$(samples_of $B main::burn) > 10"
# The shell's time in between is nobody's.
expect_that "$(samples_of $B main::burn) < 3 * $(samples_of $W main::burn)"
cp said stderr
# After a fork the kernel copies each page that is written to.
expect_losses_are_only "${MET_LATE[@]}" "$UNREAD"
