# A recorder that comes later, or runs inside, reads a copy with stubs, and counts what it runs.

cat >a.pl <<'PERL'
sub add { my ($n) = @_; return $n + 1 }
until (-e 'go') { select undef, undef, undef, 0.01 }
for my $i (1 .. 1000) {
    add($i);
    utf8::is_utf8("x");
}
PERL

$AGENT -q --unsafe-nops -o outer.out -- perl a.pl >/dev/null 2>outer & A=$!
child() {
	C=$(pgrep -P $A -x perl)
}
await child
$AGENT -o inner.out --pid $C >stdout 2>stderr & I=$!
recording stderr
touch go
wait $A
expect_status 0
wait $I
expect_status 0
for file in inner.out outer.out; do
	read_profile $file
	expect_line /a.pl:1 2000
	expect_line /a.pl:4 1000
	expect_that "$(number_after 'sub main::add ') == 1000"
	expect_that "$(number_after 'sub utf8::is_utf8 ') == 1000"
done

run 0 $AGENT -q --unsafe-nops -o outer.out -- $AGENT -v --unsafe-nops -o inner.out -- perl a.pl
expect_err 'the private copy has no stubs: no room behind the code'
read_profile inner.out
expect_line /a.pl:1 2000
expect_line /a.pl:4 1000
expect_that "$(number_after 'sub utf8::is_utf8 ') == 1000"
