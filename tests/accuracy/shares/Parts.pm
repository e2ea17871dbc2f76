# SPDX-License-Identifier: GPL-2.0-or-later
#
# For the programs of shares.pl: calls the parts in turn, and measures the processor time of each.
package Parts;

use strict;
use warnings;
use Exporter 'import';
use Time::HiRes qw(clock_gettime CLOCK_PROCESS_CPUTIME_ID);

our @EXPORT = qw(part run_parts);

my @parts;

# The sub of the main program with this name is called 20 times so often in each round.
sub part { push @parts, [@_]; return }

sub now { return clock_gettime(CLOCK_PROCESS_CPUTIME_ID) }

# In PARTS_ROUNDS rounds, or for so many seconds of processor time; prints what each part took, and the shortest time between two readings of the clock.
sub run_parts {
    my ($end, $left) = (now() + ($ARGV[0] // 5), $ENV{PARTS_ROUNDS});
    my (%took, $shortest);
    while (defined $left ? $left-- > 0 : now() < $end) {
        for (@parts) {
            my ($name, $times) = @$_;
            my $code = main->can($name);
            my $from = now();
            $code->() for 1 .. 20 * $times;
            my $took = now() - $from;
            $took{$name} += $took;
            $shortest = $took if !defined $shortest || $took < $shortest;
        }
    }
    printf "part %s %.6f\n", $_, $took{$_} for sort keys %took;
    printf "shortest %.6f\n", $shortest;
    return;
}

1;
