#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What samples, with waits, cost a program: its processor time by turns without the agent, with the
# interrupts alone (perf record, whose samples have no stacks), and with samples; at 99 and at 999 a
# second. The program has processor 0 for itself (chrt -f 10), so other load does not count. Prints
# the median of the ratios within a round, and the quarters around it.
#
#   perl tests/bench/samples.pl [--rounds=15] AGENT COMMAND...
#
# Debian: linux-perf.
use strict;
use warnings;
use File::Temp 'tempdir';
use Getopt::Long;
use List::Util 'shuffle';

Getopt::Long::Configure('require_order');
GetOptions('rounds=i' => \(my $rounds = 15)) && @ARGV > 1
    or die "usage: perl samples.pl [--rounds=N] AGENT COMMAND...\n";
my ($agent, @command) = @ARGV;
my $dir   = tempdir(CLEANUP => 1);
my @rates = (99, 999);

# The agent's own time is not in it, nor perf's.
my $say = 'TIMEFORMAT="%3U %3S"; { time "$@" >/dev/null 2>&1; } 2>"$TOOK"';

# By whom it is interrupted, how often.
my %around = (
    bare   => sub { () },
    floor  => sub { (qw(perf record -q -e cpu-clock -o /dev/null -F), $_[0], '--') },
    sample => sub { ($agent, '-q', '--mode=sample', "--rate=$_[0]", '-o', "$dir/out", '--') },
);

sub run {
    my ($by, $rate) = @_;
    local $ENV{TOOK} = "$dir/took";
    unlink "$dir/took";
    my @run = ($around{$by}->($rate), 'taskset', '-c', 0, 'chrt', '-f', 10, qw(bash -c), $say, 'bash', @command);
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open STDOUT, '>',  '/dev/null';
        open STDERR, '>&', \*STDOUT if $by eq 'floor';
        exec @run or die "$run[0]: $!\n";
    }
    waitpid $pid, 0;
    open my $in, '<', "$dir/took" or die "$run[0]: status $?\n";
    my ($user, $system) = split ' ', <$in>;
    return $user + $system;
}

my %ratios;
for (1 .. $rounds) {
    my %took = map { ("@$_" => run(@$_)) } shuffle ['bare', 0], map { (['floor', $_], ['sample', $_]) } @rates;
    for my $rate (@rates) {
        push @{ $ratios{"$rate interrupts a second / bare"} }, $took{"floor $rate"} / $took{'bare 0'};
        push @{ $ratios{"$rate samples a second / bare"} }, $took{"sample $rate"} / $took{'bare 0'};
        push @{ $ratios{"$rate samples a second / as many interrupts"} }, $took{"sample $rate"} / $took{"floor $rate"};
    }
}
for my $what (sort { ($a =~ m{^(\d+)})[0] <=> ($b =~ m{^(\d+)})[0] || $a cmp $b } keys %ratios) {
    my @sorted = sort { $a <=> $b } @{ $ratios{$what} };
    printf "%-47s %+.2f %% (%+.2f to %+.2f)\n", $what, map { 100 * ($_ - 1) } @sorted[ @sorted / 2, @sorted / 4, 3 * @sorted / 4 ];
}
