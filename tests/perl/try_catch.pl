# try, catch, finally, return out of a try block; in loops and subs.
use v5.36;
use feature 'try';
no warnings;

sub risky ($n) { die "risk $n\n" if $n % 2; return $n }
sub attempt ($n) {
    try {
        my $r = risky($n);
        return "got $r";
    }
    catch ($e) {
        chomp $e;
        return "caught $e";
    }
}
say attempt($_) for 1 .. 4;
for my $i (1 .. 4) {
    try { next if $i == 2; risky($i) }
    catch ($e) { print "loop $e" }
}
sub rethrow { try { risky(1) } catch ($e) { die "again $e" } }
try { rethrow() } catch ($e) { print $e }
