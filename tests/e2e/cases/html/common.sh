# The page of HTML, in a headless Chromium: tests/e2e/Browser.pm drives it.

# A page of a profile: page NAME OPTION...; NAME.out becomes NAME.html.
page() {
	run 0 $AGENT report --html -q -o "$1.html" "${@:2}" "$1.out"
}

# Runs a script of this folder in the browser.
browse() {
	run 0 timeout 120 perl "$SUITE/$1.pl" "${@:2}"
}

record_work() {
	cp "$TOP/tests/e2e/cases/export/work.pl" a.pl
	run 0 $AGENT -q -o ours.out -- perl a.pl || exit
}
