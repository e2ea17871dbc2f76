# Perls that are newer than those that are known: copies that say so.

cat >a.pl <<'PERL'
my $n = 0;
sub f { $n++ }
f() for 1 .. 7;
print eval '1 + $n', "\n";
PERL

# A copy of a perl that says that it is 5.99.
make_newer() {
	expect perl "$TOP/tests/e2e/newer.pl" "$1" "$2"
}
