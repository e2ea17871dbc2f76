# SPDX-License-Identifier: GPL-2.0-or-later
#
# Calls SUBS subs in turn for SECONDS seconds, after half a second of warm-up.  Prints the time of
# 10^6 calls in ms: wall time, processor time.
#
#   victim.pl SUBS SECONDS

use strict;
use warnings;
use File::Temp ();
use Time::HiRes qw(time clock_gettime CLOCK_PROCESS_CPUTIME_ID);

my ($subs, $seconds) = @ARGV;

# In a file, as what is compiled by an eval is kept apart.
sub make_subs {
    my ($cnt) = @_;
    my $file = File::Temp->new(SUFFIX => '.pl');
    print $file "sub s$_ {\n    my (\$n) = \@_;\n    return \$n + 1;\n}\n" for 1 .. $cnt;
    print $file "1;\n";
    close $file;
    require $file->filename;
    no strict 'refs';
    return map { \&{"main::s$_"} } 1 .. $cnt;
}

my @subs = make_subs($subs);
my ($n, $calls) = (0, 0);

sub turn {
    for my $sub (@subs) { $n = $sub->($n) }
    return scalar @subs;
}

my $warm = time + 0.5;
1 while turn() && time < $warm;
my ($wall, $cpu) = (time, clock_gettime(CLOCK_PROCESS_CPUTIME_ID));
$calls += turn() while time < $wall + $seconds;
printf "%.1f %.1f\n", map { 1e9 * $_ / $calls } time - $wall, clock_gettime(CLOCK_PROCESS_CPUTIME_ID) - $cpu;
