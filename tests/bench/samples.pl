#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What samples, with waits, cost a program: its processor time by turns without the agent, at 99 and
# at 999 samples a second. The program has processor 0 for itself (chrt -f 10), so other load does
# not count. Prints the median of the ratios within a round, and the quarters around it.
#
#   perl tests/bench/samples.pl [--rounds=15] AGENT COMMAND...
use strict;
use warnings;
use File::Temp 'tempdir';
use Getopt::Long;

Getopt::Long::Configure('require_order');
GetOptions('rounds=i' => \(my $rounds = 15)) && @ARGV > 1
    or die "usage: perl samples.pl [--rounds=N] AGENT COMMAND...\n";
my ($agent, @command) = @ARGV;
my $dir = tempdir(CLEANUP => 1);

# The agent's own time is not in it.
my $say = 'TIMEFORMAT="%3U %3S"; { time "$@" >/dev/null 2>&1; } 2>"$TOOK"';

sub run {
    my ($rate) = @_;
    local $ENV{TOOK} = "$dir/took";
    my @run = ('taskset', '-c', 0, 'chrt', '-f', 10, qw(bash -c), $say, 'bash', @command);
    @run = ($agent, '-q', '--mode=sample', "--rate=$rate", '-o', "$dir/out", '--', @run) if $rate;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open STDOUT, '>', '/dev/null';
        exec @run or die "$run[0]: $!\n";
    }
    waitpid $pid, 0;
    open my $in, '<', "$dir/took" or die "$run[0]: status $?\n";
    my ($user, $system) = split ' ', <$in>;
    return $user + $system;
}

my %ratios;
for (1 .. $rounds) {
    my %took = map { $_ => run($_) } 0, 99, 999;
    push @{ $ratios{$_} }, $took{$_} / $took{0} for 99, 999;
}
for my $rate (99, 999) {
    my @sorted = sort { $a <=> $b } @{ $ratios{$rate} };
    printf "%3d samples a second: %+.2f %% (%+.2f to %+.2f)\n", $rate, map { 100 * ($_ - 1) } @sorted[ @sorted / 2, @sorted / 4, 3 * @sorted / 4 ];
}
