# SPDX-License-Identifier: GPL-2.0-or-later
#
# For the programs of accuracy.pl: what something takes, measured by the program itself.
package Truth;

use strict;
use warnings;
use Exporter 'import';
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

our @EXPORT = qw(now median say_line say_sub);
our @EXPORT_OK = qw(waited);    # perl -MTruth=waited: how long the processor was others'

sub now { return clock_gettime(CLOCK_MONOTONIC) }

sub median {
    my @sorted = sort { $a <=> $b } @_;
    return $sorted[ @sorted / 2 ];
}

# The line that ends in "# NAME", or the sub, takes that many seconds each time.
sub say_line { my ($name, $each) = @_; printf "line %s %.12f\n", $name, $each; return }
sub say_sub  { my ($name, $each) = @_; printf "sub %s %.12f\n",  $name, $each; return }

sub waited {
    open my $fh, '<', '/proc/self/schedstat' or die "schedstat: $!";
    return (split ' ', <$fh>)[1] / 1e9;
}

END { printf "waited %.9f\n", waited() }

1;
