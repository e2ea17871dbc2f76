# A trace makes this program some times slower. In windows it takes about what is allowed.

make_program
perl a.pl 5000000
run 0 $AGENT --mode=burst --overhead=10 -o out -- perl a.pl 5000000 || exit
{ read -r bare; read -r recorded; } <took
said=$(sed -n 's/.*about \([0-9.]*\) times as long as without.*/\1/p' stderr)
expect_that "$said > 1 && $said < 1.3"
# Two runs on a busy machine differ.
expect_that "$recorded < 2 * $bare"
