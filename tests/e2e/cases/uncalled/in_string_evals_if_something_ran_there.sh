# Subs in string evals are listed if something ran there.

cat >before <<'PERL'
eval "sub one { 1 }\nsub two { 2 }\n1" or die;
eval "sub three { 3 }\n1" or die;
PERL
echo 'one();' >after
start_waiting before after
record_to_the_end
expect_sub main::one 1 1-1
expect_sub main::two 0 2-2
expect_no_sub main::three
