# Newer syntax: isa, chained comparisons, several loop variables, defer, finally, builtin, delete local.
use v5.36;
use feature qw(try defer);
no warnings;
use builtin qw(true false is_bool reftype blessed trim ceil floor indexed);

package Shape { sub new ($class, %a) { return bless {%a}, $class } sub area ($s) { return $s->{w} * $s->{h} } }
package Square { our @ISA = 'Shape'; }

sub note (@what) { say join ' ', @what; return scalar @what }
sub size ($o) { return $o isa Shape ? $o->area : 0 }
sub cleanup ($n) { defer { note('deferred', $n) } note('working', $n); return $n * 2 }
sub tidy ($n) {
    try { die "odd\n" if $n % 2; return "even $n" }
    catch ($e) { chomp $e; return "caught $e" }
    finally { note('finally', $n) }
}
sub risky ($n) { die { code => $n } if $n > 1; return $n }

note(size(Square->new(w => 2, h => 3)), size([]));
note(cleanup($_)) for 1 .. 2;
note(tidy($_)) for 1 .. 2;
my %h = (a => 1, b => 2, c => 3);
for my ($k, $v) (map { ($_, $h{$_}) } sort keys %h) { note($k, $v) }
for my ($i, $x) (indexed 'p', 'q') { note($i, $x) if size([]) == 0 }
note(is_bool(1 == 1) ? 'bool' : 'no', trim('  x '), ceil(1.2), floor(1.8), reftype({}), true ? 1 : 0);
note('chained') if 1 < note('a', 'b') <= 2;
{ delete local $h{a}; note(sort keys %h) }
note(sort keys %h);
for my $n (1 .. 3) {
    try { note('risky', risky($n)) }
    catch ($e) { note('code', $e->{code}); next if $n == 2; last }
    note('after', $n);
}
sub with_defer { for my $i (1 .. 2) { defer { note('loop', $i) } next if $i == 1; note('second') } return 'done' }
note(with_defer());
my $s = "text";
note(substr($s, 1) . "\x{41}" . sprintf('%s', $s =~ s/t/T/r), fc 'ABC', __SUB__ // 'main');
note(eval { risky(5) } // "failed with $@->{code}");
