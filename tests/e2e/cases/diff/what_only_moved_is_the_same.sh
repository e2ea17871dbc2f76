# Subs in another order, other blanks, and a file of another name: every line has its count on both sides.

cp "$SUITE/work.pl" a.pl
perl -0pe 's/(sub light.*?\n)(sub heavy.*?\n}\n)/$2\n$1/s; s/^use strict/# one\n# two\nuse strict/; s/^    /\t/gm' a.pl >renamed.pl
expect [ "$(perl a.pl)" = "$(perl renamed.pl)" ]
record a.pl old.out
record renamed.pl new.out
run 0 $AGENT diff --json old.out new.out
rows
row 'lines renamed.pl 8 9 10000 10000'
row 'lines renamed.pl 3 14 3000 3000'
row 'lines renamed.pl 20 23 1000 1000'
row 'subs main::__ANON__\[renamed.pl:19\] - - 1000 1000'
# All that ran is on both sides, as often.
expect [ "$(awk '$2 ~ /^(a|renamed).pl$/ && ($5 == "-" || $5 != $6) || /^subs (Work|main)/ && $5 != $6' rows)" = '' ]
# In the text is what has changed: the line with the longer string has, surely.
sed -i "s/'profiler' x 1000/'profiler' x 4000/" renamed.pl
record renamed.pl new.out
run 0 $AGENT diff old.out new.out
expect_out 'What is noise is not known'
expect_out 'renamed.pl:9 (was 8)'

