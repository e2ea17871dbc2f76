# A perl that computes: its calls are right though its statement is another one at each look.

cat >busy.pl <<'PERL'
sub spin { my $n = 0; while (1) { $n++;
    $n ^= 3 } }
sub outer { spin() }
outer();
PERL
perl busy.pl </dev/null & server=$!
stood_in_spin() {
	"$AGENT" dump --pid "$server" >stdout 2>stderr && grep -q '#0   main::spin at busy.pl:[12]$' stdout
}
await stood_in_spin
expect_out ' runs; op '
expect_out '  #1   main::outer at busy.pl:3
  #2   main::RUNTIME at busy.pl:4
'
stop "$server"
cat >calls.pl <<'PERL'
sub a { b() } sub b { c() } sub c { 1 }
a() while 1;
PERL
perl calls.pl </dev/null & server=$!
moved() {
	"$AGENT" dump --pid "$server" >stdout 2>stderr && grep -q 'while it was read.*tried [0-9]* times' stdout
}
await moved
expect_out '  #'
stop "$server"
