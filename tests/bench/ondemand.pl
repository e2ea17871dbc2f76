#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# How long ctl trace takes to attach and to detach, as the traced program sees it: it times a small
# loop of calls again and again, which takes several times as long while it has probes. Prints the
# median, the least and the most of each.
#
#   perl tests/bench/ondemand.pl AGENT [--runs=10] [--busy=0]
use strict;
use warnings;
use File::Temp 'tempdir';
use Getopt::Long;
use IO::Handle;
use List::Util qw(min max);
use POSIX ();
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID sleep);

GetOptions('runs=i' => \(my $runs = 10), 'busy=i' => \(my $busy = 0)) && @ARGV == 1
    or die "usage: perl ondemand.pl AGENT [--runs=N] [--busy=LOOPS]\n";
my $agent = $ARGV[0];
my $dir   = tempdir(CLEANUP => 1);
my @started;
my $self = $$;
END { if ($$ == $self) { kill TERM => @started; 1 while wait > 0 } }
$SIG{INT} = $SIG{TERM} = sub { exit 1 };

sub start {
    my ($code) = @_;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) { $code->(); POSIX::_exit(0) }
    push @started, $pid;
    return $pid;
}

sub agent {
    my ($log, @args) = @_;
    return start(
        sub {
            open STDIN,  '<', '/dev/null';
            open STDOUT, '>', '/dev/null';
            open STDERR, '>', $log or die;
            exec $agent, @args;
        });
}

sub await {
    my ($log, $what) = @_;
    for (1 .. 6000) {
        return if `cat $log` =~ /$what/;
        sleep 0.01;
    }
    die "no \"$what\": ", `cat $log`;
}

my $n = 0;
sub call { $n++ }

# A loop's processor time says whether it has probes. Five loops in a row are a change: a cold cache
# slows one down.
sub watch {
    my ($to) = @_;
    my (@took, $slow, $since, $cnt);
    $to->autoflush(1);
    my $loop = sub {
        sleep 0.0002;
        my ($at, $cpu) = (clock_gettime(CLOCK_MONOTONIC), clock_gettime(CLOCK_PROCESS_CPUTIME_ID));
        call() for 1 .. 200;
        $cpu = clock_gettime(CLOCK_PROCESS_CPUTIME_ID) - $cpu;
        return ($at, $cpu);
    };
    push @took, ($loop->())[1] for 1 .. 1000;
    my $limit = 3 * (sort { $a <=> $b } @took)[500];
    ($slow, $cnt) = (0, 0);
    print {$to} "ready\n";
    while (1) {
        my ($at, $took) = $loop->();
        if (($took > $limit) == $slow) { $cnt = 0; next }
        $since = $at if !$cnt++;
        next if $cnt < 5;
        ($slow, $cnt) = (!$slow, 0);
        printf {$to} "%s %.6f\n", $slow ? 'on' : 'off', $since;
    }
}

# The next change to that state, after that time.
sub change {
    my ($from, $state, $after) = @_;
    while (my $line = <$from>) {
        my ($to, $at) = split ' ', $line;
        return $at if $to eq $state && $at > $after;
    }
    die "the program has ended\n";
}

pipe my $from, my $to or die;
my $target = start(sub { watch($to) });
<$from>;
start(sub { 1 while 1 }) for 1 .. $busy;
agent("$dir/log", '--pid', $target, '--mode=sample', '-v', '-o', "$dir/sampled.out");
await("$dir/log", 'recording 1 process');

my (@attach, @detach);
for my $run (0 .. $runs) {
    my $begin = clock_gettime(CLOCK_MONOTONIC);
    my $trace =
        agent("$dir/trace", 'ctl', 'trace', $target, '-d', 100, '-o', "$dir/traced.out");
    my $on = change($from, on => $begin) - $begin;
    sleep 0.3;
    my $end = clock_gettime(CLOCK_MONOTONIC);
    kill INT => $trace;
    my $off = change($from, off => $end) - $end;
    waitpid $trace, 0;
    die "status $?: ", `cat $dir/trace` if $?;
    sleep 0.5;
    if (!$run) {
        printf "the first, without a tracer that stands by: attach %.0f ms\n", 1000 * $on;
    } else {
        push @attach, 1000 * $on;
        push @detach, 1000 * $off;
    }
    for (1 .. 3000) {
        last if (() = `cat $dir/log` =~ /a tracer stands by/g) > $run;
        sleep 0.01;
    }
}
for ([ attach => \@attach ], [ detach => \@detach ]) {
    my ($what, $of) = @$_;
    printf "%s: %.0f ms (%.0f-%.0f), %d runs, %d busy loops\n", $what,
        (sort { $a <=> $b } @$of)[ @$of / 2 ], min(@$of), max(@$of), scalar @$of, $busy;
}
