# The views of a stock profile at 80 and at 160 columns, as they are kept in golden/.

# A view: its name, and its options.
show() {
	local width
	for width in 80 160; do
		(COLUMNS=$width exec $AGENT report --limit=5 "${@:2}" "$SUITE/stock.nytprof") >stdout 2>stderr
		expect_status 0
		expect diff "$SUITE/golden/$1.$width" stdout
	done
}

show tables
show source --source=shop.pl
show sub --sub=price --depth=3
show match --sort=calls '--match=^main::[fp]'
