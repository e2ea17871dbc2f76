# --group-by: each outermost call counts once, with all that it calls.

cat >a.pl <<'PERL'
package My::C;
sub helper { my $x = 0; $x += $_ for 1 .. $_[0] * 20 }
sub list { helper(20) }
sub show { helper(5); list() if $_[0] % 10 == 0 }
sub edit { helper(50); edit($_[0] - 1) if $_[0] }
sub never { 1 }
package main;
for my $i (1 .. 200) { My::C::show($i); My::C::list() if $i % 2; My::C::edit(3) if $i % 5 == 0 }
PERL
# NAME COUNT of each row.
rows() {
	awk '/^ +[0-9]+ .* My::/ { print $NF, $1 }' stdout | sort | xargs
}
run 0 $AGENT -q --calls=2 -o a.out -- perl a.pl
run 0 $AGENT report --group-by='sub:My::C::[les]*' a.out
expect [ "$(rows)" = 'My::C::edit 40 My::C::list 100 My::C::show 200' ]
expect_out ' in My::C::helper'
expect_no_out estimates
expect_out ' in no such call ('
# All of it, in ms: what is in such calls, and what is not.
ms() {
	perl -ne '$s += $1 * { us => 1e-3, ms => 1, s => 1e3 }->{$2} if /^ +\d+ +([\d.]+)(us|ms|s) .* My::/ || /^([\d.]+)(us|ms|s) in no such/; END { print $s }' stdout
}
whole=$(perl -ne 'print $1 * { us => 1e-3, ms => 1, s => 1e3 }->{$2} if /in perl code ([\d.]+)(us|ms|s)/' stdout)
expect_that "$(ms) / $whole > 0.98 && $(ms) / $whole < 1.02"

# A sub within another one that matches is a part of that.
run 0 $AGENT report --group-by='sub:My::C::*' a.out
expect [ "$(rows)" = 'My::C::edit 40 My::C::list 100 My::C::show 200' ]
run 0 $AGENT report --group-by='sub:*::helper' a.out
expect [ "$(rows)" = 'My::C::helper 480' ]

# The sum of several, and one of NYTProf's own.
cp a.out b.out
run 0 $AGENT report --merged --group-by='sub:*::edit' a.out b.out
expect [ "$(rows)" = 'My::C::edit 80' ]
NYTPROF=file=stock.out perl -d:NYTProf a.pl
run 0 $AGENT report --group-by='sub:My::C::[les]*' stock.out
expect_out My::C::edit

run 1 $AGENT report --group-by='sub:My::C::never' a.out
expect_one_line 'no sub that was called matches "My::C::never"'
NYTPROF=file=pairs.out:calls=0 perl -d:NYTProf a.pl
run 1 $AGENT report --group-by='sub:My::C::*' pairs.out
expect_one_line 'the profile has no stacks'
run 2 $AGENT report --group-by=My::C a.out
expect_one_line "--group-by=My::C: must be sub:PATTERN"
run 2 $AGENT report --group-by=sub: a.out
expect_one_line "must be sub:PATTERN"
run 2 $AGENT report --html --group-by='sub:x' a.out
expect_one_line '--group-by is a table of its own'
