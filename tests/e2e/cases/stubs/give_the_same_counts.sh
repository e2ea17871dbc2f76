# The counts with stubs are those without.

cat >a.pl <<'PERL'
use strict;
use warnings;
use List::Util qw(sum first);
use Time::HiRes ();

sub add { my ($n) = @_; return $n + 1 }
sub deep { my ($n) = @_; return $n ? deep($n - 1) + 1 : 0 }
sub dies { die "no\n" if $_[0] % 3; return 1 }
sub lvalue : lvalue { my $x }
sub early { return 1 if $_[0]; 2 }
sub passes { goto &add }
my $sum = 0;
for my $i (1 .. 500) {
    $sum += add($i);
    $sum += passes($i);
    $sum += deep($i % 7);
    eval { $sum += dies($i); 1 } or $sum++;
    lvalue() = 1;
    $sum += early($i & 1);
    $sum += sum(map { add($_) } 1 .. 3);
    $sum += first { $_ > 2 } 1 .. 5;
    $sum += utf8::is_utf8("x") ? 1 : 0;
    my @sorted = sort { $a <=> $b } 3, 1, 2;
    { local $_ = $i; $sum += length; }
    eval "\$sum += $i; 1" or die if $i % 100 == 0;
}
sub UNIVERSAL::thing { 1 }
main->thing for 1 .. 10;
local $SIG{ALRM} = sub { $sum++ };
kill ALRM => $$;
tie my %h, 'H';
$h{$_} = $_ for 1 .. 10;
sub H::TIEHASH { bless {}, shift }
sub H::STORE { my $self = shift; $self->{ $_[0] } = $_[1] }
sub H::DESTROY { my $x = 1 }
untie %h;
print "$sum\n";
PERL

# The profile's counts without its times.
counts() {
	profile "$1" | perl -ne 'print if s/^((?:line|sub|call) .*?)( \d+)(?: -?\d*\.?\d+(?:e-?\d+)?)+(?: lines.*)?$/$1$2/'
}

run 0 $AGENT -v --unsafe-nops --no-stubs -o without.out -- perl a.pl
expect_no_err 'stub'
cp stdout printed
run 0 $AGENT -v --unsafe-nops -o with.out -- perl a.pl
expect_err 'the private copy has stubs for'
expect grep -q 'pp_nextstate .* by a stub, ' stderr
expect grep -q 'pp_leavesub .* by a stub, ' stderr
expect grep -q 'pp_entersub .*XSUBs, by a stub, ' stderr
expect_err 'not recorded: nothing (0)'
expect cmp stdout printed

counts without.out >counts_without
counts with.out >counts_with
expect [ "$(wc -l <counts_with)" -gt 40 ]
expect diff counts_without counts_with
