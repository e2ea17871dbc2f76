# Children have the subs that their parent had.

echo 'eval "sub one { 1 }\nsub two { 2 }\n1" or die;' >before
cat >after <<'PERL'
my $pid = fork;
if (!$pid) { select undef, undef, undef, 0.7; Tool::called_later(); plain(); one(); exit }
waitpid $pid, 0;
PERL
start_waiting before after
record_to_the_end 'not recorded: the beginning of 1 process; '
expect_sub main::uncalled 0 5-5
read_profile nytprof.out.[0-9]*
expect_sub main::plain 1 4-4
expect_sub main::uncalled 0 5-5
expect_sub Tool::exported 0 3-3
expect_sub main::one 1 1-1
expect_sub main::two 0 2-2
