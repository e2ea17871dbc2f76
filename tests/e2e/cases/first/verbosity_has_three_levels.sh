# Verbosity has three levels: what each has, and the one below has not.

cat >a.pl <<'PERL'
my $x = 1;
PERL

# The kinds of lines that there are.
kinds() {
	local kind
	for kind in ', layout ' ' pp_nextstate ' 'builtins; -vv lists them' ' pp_print ' ' libbpf: map '; do
		grep -qe "$kind" stderr && printf '%s;' "$kind"
	done
}

expect_kinds() {
	run 0 $AGENT "$1" -- perl a.pl || exit
	expect [ "$(kinds)" = "$2" ]
}
expect_kinds -q ''
expect_kinds -v ', layout ; pp_nextstate ;builtins; -vv lists them;'
expect_kinds -vv ', layout ; pp_nextstate ; pp_print ;'
expect_kinds -vvv ', layout ; pp_nextstate ; pp_print ; libbpf: map ;'
