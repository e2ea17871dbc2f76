# What runs, what comes, what they fork and what they become is recorded.

put_workers a.pl
cat >b.pl <<'PERL'
sub twice { return 2 * $_[0] }
twice($_) for 1 .. 3;
my $pid = fork;
if (!$pid) { twice(1); exit }
waitpid $pid, 0;
$ENV{ROUNDS} = 7;
exec 'perl', "$ENV{PWD}/a.pl";
PERL
echo "print 'not ours'" >c.pl
UP=up perl "$PWD/a.pl" & W=$!
await [ -e up ]
record_all --match=$PWD/[ab].pl
await records $W 500
perl "$PWD/b.pl" & B=$!
wait $B
perl c.pl
touch end
wait $W
rm end
end_all
expect [ "$(profiles)" = 4 ]
expect [ "$(stat -c '%a %u' out out/* | xargs)" = '700 0 600 0 600 0 600 0 600 0' ]
expect_in said '/out: 4 profiles, '
cp said stderr
expect_nothing_lost

read_profiles_of $W
expect_that "$(number_after '/a.pl:6 main::RUNTIME main::work ') > 50"
expect_no_out /c.pl
read_profiles_of $B
expect_out '/b.pl:2 main::RUNTIME main::twice 3 '
expect_out '/a.pl:6 main::RUNTIME main::work 7 '
expect_no_out /c.pl
