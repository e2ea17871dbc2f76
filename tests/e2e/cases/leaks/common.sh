# --event=malloc and report --leaks: what was allocated and is still there, by line and stack

# shellcheck source=tests/e2e/cases/event/common.sh
. "$TOP/tests/e2e/cases/event/common.sh"

# Bytes that are there, and in how many allocations: live EXPRESSION, lives EXPRESSION.
live() {
	total 6 "\$8 == \"malloc-live\" && $1"
}
lives() {
	total 4 "\$8 == \"malloc-live\" && $1"
}
