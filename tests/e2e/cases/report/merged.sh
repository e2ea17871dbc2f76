# The sum of the profiles of several processes.

for i in 1 2 3; do
	$AGENT -q -o $i.out -- perl -e 'sub f { 1 } f() for 1 .. 10'
done
run 0 $AGENT report --merged 1.out 2.out 3.out
expect grep -q '^ *30 .* main::f' stdout
expect [ "$(grep -c '^time ' stdout)" = 1 ]
run 0 $AGENT report 1.out 2.out
expect [ "$(grep -c '^time ' stdout)" = 2 ]
run 2 $AGENT report --merged
expect_one_line 'which profiles'
