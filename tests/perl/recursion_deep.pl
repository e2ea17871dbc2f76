# 2,000 nested calls, returned from one by one, and then left all at once.
use strict;
use warnings;
no warnings 'recursion';

sub down { my $n = shift; return $n ? 1 + down($n - 1) : 0 }

sub dive {
    my $n = shift;
    die "bottom\n" if !$n;
    dive($n - 1);
    return;
}

print down(2000), "\n";
eval { dive(2000) };
print $@;
print down(10), "\n";
