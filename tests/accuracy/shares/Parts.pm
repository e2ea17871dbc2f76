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

# The sub of the main program with this name is called so often in each round.
sub part { push @parts, [@_]; return }

# For so many seconds of processor time; prints what each part took.
sub run_parts {
    my $end = clock_gettime(CLOCK_PROCESS_CPUTIME_ID) + ($ARGV[0] // 5);
    my %took;
    while (clock_gettime(CLOCK_PROCESS_CPUTIME_ID) < $end) {
        for (@parts) {
            my ($name, $times) = @$_;
            my $code = main->can($name);
            for (1 .. $times) {
                my $from = clock_gettime(CLOCK_PROCESS_CPUTIME_ID);
                $code->();
                $took{$name} += clock_gettime(CLOCK_PROCESS_CPUTIME_ID) - $from;
            }
        }
    }
    printf "part %s %.6f\n", $_, $took{$_} for sort keys %took;
    return;
}

1;
