# What has been recorded in windows has counts that belong together, and says where they tell nothing of the whole
# program.

make_program
run 0 $AGENT --mode=burst --overhead=50% -o out -- perl a.pl 5000000 || exit
expect grep -q '(in [0-9]* windows)' stderr
windows=$(sed -n 's/.*(in \([0-9]*\) windows).*/\1/p' stderr)
expect_that "$windows >= 3"
estimates_of out >estimates
read_profile out
expect_out "attr application a.pl ($windows short windows: counts and times are theirs)"
four=$(awk '$1 == "sub" && $2 == "main::four" { print $3 }' stdout)
one=$(awk '$1 == "sub" && $2 == "main::one" { print $3 }' stdout)
expect_that "$four > 100"
# Each window begins and ends somewhere in a round.
expect_that "$four >= 4 * $one - 5 * $windows && $four <= 4 * $one + 5 * $windows"
# The whole program has more of them; how many is hardly known.
read -r _ _ all error _ < <(grep '^sub main::four ' estimates)
expect_that "$all > 2 * $four && $error > 0"
run 0 $AGENT report out
expect_out "mode    burst: $windows short windows in "
expect grep -q ' calls *+- ' stdout
# The probes take nearly all of a window.
expect_out '        but their counts are only those of the windows:'
expect grep -Eq '^ *[0-9.]+[kM]* +- .* main::four' stdout

# Whatever shows it says so, and nothing adds it to others or compares it.
run 0 $AGENT export --format=json out
expect_out "\"mode\":\"burst\",\"windows\":$windows"
run 0 $AGENT report --html -q -o page.html out
expect_in page.html "burst, $windows short windows: estimates"
# Of such windows no totals of counts are known.
expect_in page.html 'Counts are only those of the windows everywhere'
run 1 $AGENT merge -o sum out out
expect_one_line 'out was recorded in short windows (--mode=burst); its counts do not add up with others'
run 1 $AGENT diff out out
expect_one_line 'out was recorded in short windows (--mode=burst): diff can'\''t compare estimates'
