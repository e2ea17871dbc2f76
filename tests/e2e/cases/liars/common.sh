# Programs that lie about what they are.

# Makes ./liar, a perl whose memory is not what it seems, and a.pl for it.
make_liar() {
	cc $(perl -MExtUtils::Embed -e ccopts) -o liar "$TOP/tests/e2e/liar.c" -lperl || skip 'needs libperl-dev'
	cat >a.pl <<'PERL'
sub one { return $_[0] }
one($_) for 1 .. 3;
PERL
}
