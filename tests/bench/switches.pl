#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What it costs to record a wait. A perl below ten calls asks another one over TCP, again and again,
# on one processor, which they have for themselves (chrt -f 10): each question takes two waits. By
# turns without the agent, with samples alone, and with samples and waits. Prints the median of the
# differences within a round, and the quarters around it.
#
#   perl tests/bench/switches.pl AGENT [--rounds=15] [--questions=30000]
use strict;
use warnings;
use File::Temp 'tempdir';
use Getopt::Long;
use IO::Socket::INET;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

my ($rounds, $questions, $ask) = (15, 30_000);
GetOptions('rounds=i' => \$rounds, 'questions=i' => \$questions, 'ask' => \$ask) && ($ask || @ARGV == 1)
    or die "usage: perl switches.pl AGENT [--rounds=N] [--questions=N]\n";

sub turn {
    my ($peer) = @_;
    syswrite $peer, 'x';
    sysread $peer, my $answer, 1;
    return;
}

sub below {
    my ($calls, $peer) = @_;
    return below($calls - 1, $peer) if $calls;
    turn($peer) for 1 .. $questions;
    return;
}

sub answer {
    my ($port) = @_;
    my $peer = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port") or die "connect: $!\n";
    while (sysread $peer, my $question, 1) { syswrite $peer, 'x' }
    exit 0;
}

# Prints the microseconds of a question.
sub ask_all {
    my $listen = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die "listen: $!\n";
    my $port   = $listen->sockport;
    my $pid    = fork // die "fork: $!\n";
    answer($port) if !$pid;
    my $peer = $listen->accept;
    turn($peer) for 1 .. 1000;
    my $begin = clock_gettime(CLOCK_MONOTONIC);
    below(10, $peer);
    my $took = clock_gettime(CLOCK_MONOTONIC) - $begin;
    close $peer;
    waitpid $pid, 0;
    printf "%.4f\n", $took / $questions * 1e6;
    return;
}

if ($ask) { ask_all(); exit 0 }

my $agent  = $ARGV[0];
my $dir    = tempdir(CLEANUP => 1);
my @record = ($agent, '-q', '--mode=sample', '-o', "$dir/out");
my %how    = (bare => [], samples => [ @record, '--no-off-cpu', '--' ], waits => [ @record, '--' ]);

sub run {
    my ($how) = @_;
    open my $out, '-|', @{ $how{$how} }, 'taskset', '-c', 0, qw(chrt -f 10), $^X, $0, '--ask', "--questions=$questions" or die "$how: $!\n";
    my $us = <$out>;
    close $out or die "$how: status $?\n";
    return $us;
}

my (@bare, @samples, @waits);
for (1 .. $rounds) {
    my %us = map { $_ => run($_) } sort keys %how;
    push @bare,    $us{bare};
    push @samples, $us{samples} - $us{bare};
    push @waits,   ($us{waits} - $us{samples}) / 2;
}

sub quarters {
    my @sorted = sort { $a <=> $b } @_;
    return @sorted[ @sorted / 2, @sorted / 4, 3 * @sorted / 4 ];
}

printf "a question takes %.2f us (%.2f-%.2f), with samples %.2f us (%.2f-%.2f) more\n", quarters(@bare), quarters(@samples);
my @wait = quarters(@waits);
printf "a wait takes %.2f us (%.2f-%.2f): %.1f %% (%.1f-%.1f) of a processor at 20,000 waits a second\n", @wait,
    map { 2 * $_ } @wait;
