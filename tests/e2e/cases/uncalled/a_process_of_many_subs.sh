# A process of 20,000 subs.

cat >before <<'PERL'
for my $p (1 .. 100) {
    my $text = qq{package P$p;\n#line 1 "many.pl"\n};
    $text .= "sub f$_ { my \$x = $_;\n    return \$x + 1 }\n" for 1 .. 200;
    eval $text . 1 or die $@;
}
PERL
echo 'P7::f7(1);' >after
start_waiting before after
record_to_the_end
expect_sub P7::f7 1 13-14
expect_sub P7::f200 0 399-400
expect_sub P100::f1 0 1-2
expect_sub main::uncalled 0 9-9
