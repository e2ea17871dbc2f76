# The code of a hook in @INC has counts, but no source.

cat >a.pl <<'PERL'
unshift @INC, sub {
    my ($self, $name) = @_;
    return if $name ne 'Hooked.pm';
    my $text = "package Hooked;\nsub f { 1 }\nsub never { 2 }\n1;\n";
    return \$text;
};
require Hooked;
Hooked::f() for 1 .. 3;
PERL

run 0 $AGENT --strict -- perl a.pl || exit
read_profile nytprof.out
expect_line /Hooked.pm:2 3
expect_out 'line /loader/0x'
expect_out $'sub Hooked::never 0 0.0000000 0.0000000 lines 3-3\n'
expect_no_out 'src /loader'
