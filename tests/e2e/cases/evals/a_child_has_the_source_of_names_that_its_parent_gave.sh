# A child has the source of names that its parent gave, and of those that it gave itself.

cat >a.pl <<'PERL'
eval qq{#line 1 "parent.tt"
sub parent {
  return 1 }
1} or die;
if (!fork) {
eval qq{#line 1 "child.tt"
sub child {
  return 2 }
1} or die;
parent(); child(); exit } wait;
PERL

run 0 $AGENT --strict -- perl a.pl || exit
expect_no_err 'is not in the profile'

read_profile nytprof.out.*
expect_line /parent.tt:2 1
expect_out '/parent.tt:2   return 1 }'
expect_out '/child.tt:2   return 2 }'
