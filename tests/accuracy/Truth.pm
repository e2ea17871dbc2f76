# SPDX-License-Identifier: GPL-2.0-or-later
#
# For the programs of accuracy.pl: what something takes, measured by the program itself.
package Truth;

use strict;
use warnings;
use Exporter 'import';
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID);

our @EXPORT = qw(now wall_now median say_line say_sub say_builtin);
our @EXPORT_OK = qw(schedstat);    # perl -MTruth=schedstat loads this file, and exports nothing else

# The process's own time: what others do meanwhile does not count.
sub now { return clock_gettime(CLOCK_PROCESS_CPUTIME_ID) }

# For what sleeps.
sub wall_now { return clock_gettime(CLOCK_MONOTONIC) }

sub median {
    my @sorted = sort { $a <=> $b } @_;
    return $sorted[ @sorted / 2 ];
}

# The line that ends in "# NAME", the sub, or the builtin, takes that many seconds each time.  A
# profile with slowops=2 has the builtin as the sub that is named.
sub say_line    { my ($name, $each) = @_; printf "line %s %.12f\n", $name, $each; return }
sub say_sub     { my ($name, $each) = @_; printf "sub %s %.12f\n",  $name, $each; return }
sub say_builtin { my ($name, $sub, $each) = @_; printf "builtin %s %.12f\n", $sub, $each; return }

# For how long the process had a processor, and for how long it was ready but others had it, s.
sub schedstat {
    open my $fh, '<', '/proc/self/schedstat' or die "schedstat: $!";
    return map { $_ / 1e9 } (split ' ', <$fh>)[ 0, 1 ];
}

# Since here: a process may wait before it is perl.  To standard error, which programs leave alone.
my (undef, $before) = schedstat();

END {
    my ($ran, $waited) = schedstat();
    printf {*STDERR} "ran %.9f waited %.9f\n", $ran, $waited - $before;
}

1;
