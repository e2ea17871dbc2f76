# A command that is killed leaves its profile up to the kill.

cat >a.pl <<'PERL'
my $n = 0;
sub work { my $x = shift; return $x * 2 }
for my $i (1 .. 1000) {
    $n += work($i);
}
kill KILL => $$;
print "never\n";
PERL

run 137 $AGENT -- perl a.pl
read_profile nytprof.out
expect_line /a.pl:4 1000
expect_line /a.pl:6 1
expect_line /a.pl:7 0
expect_out 'main::RUNTIME main::work 1000 '
