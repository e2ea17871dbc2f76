# Colours and the pager: only on a terminal.

cp "$SUITE/stock.nytprof" nytprof.out
red=$'\033[1;31m'
run 0 $AGENT report
expect_no_out $'\033'

# On a terminal of script(1).
on_terminal() {
	TERM=xterm script -qefc "stty cols 100; $1 $AGENT report --source shop.pl" /dev/null </dev/null >stdout 2>stderr
	expect_status 0
}
on_terminal 'PAGER=cat'
expect_out "$red"
expect grep -q 'each  line' stdout
on_terminal 'NO_COLOR=1 PAGER=cat'
expect_no_out "$red"
on_terminal 'PAGER="sed s/^/paged:/"'
expect grep -q '^paged:.*/srv/shop/shop.pl' stdout
expect [ "$(awk 'length($0) > 130' stdout | grep -c paged:.*sub)" = 0 ]
