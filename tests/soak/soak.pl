#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Records every perl of the host for a long time.  Hundreds of perls come and go, fork, execute
# other programs, and are killed.  Does the agent grow?  Does each process have its profile?  Is
# each statement in a profile or counted as lost?
#
#   soak.pl [--agent PROGRAM] [--minutes N] [--perls N] [--mode sample|trace] [-- OPTION...]
#
# --mode=sample is the service's default.  A process without a sample has no profile there, and the
# question is whether samples are lost.  A tick can meet perl while it changes what the sample would
# read: one sample in a thousand may be unreadable.
#
# Needs root, and a host on which no other perl starts meanwhile; or give the agent the option
# --match=soak/worker.pl.  A quarter of the time, at least a minute, is for warm-up.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Getopt::Long;
use POSIX ();
use Time::HiRes qw(time sleep);

my $here = abs_path(dirname(__FILE__));
my $top  = abs_path("$here/../..");
GetOptions(
    'agent=s'   => \(my $agent = "$top/build/nytprof-bpf"),
    'minutes=f' => \(my $minutes = 30),
    'perls=i'   => \(my $perls = 300),
    'mode=s'    => \(my $mode = 'sample'),
) or die "usage: $0 [--agent PROGRAM] [--minutes N] [--perls N] [--mode sample|trace] [-- OPTION...]\n";
require "$top/tests/files.pl";

my $work = $ENV{SOAK} = tempdir('soak.XXXXXX', TMPDIR => 1, CLEANUP => 1);
my @kinds = qw(work work fork exec kill exit die eval);
my ($agent_pid, $started, @seen);

sub start {
    my (@command) = @_;
    my $pid = fork() // die "fork: $!\n";
    return $pid if $pid;
    open STDERR, '>>', "$work/" . ($command[0] eq $agent ? 'said' : 'stderr');
    exec { $command[0] } @command or POSIX::_exit(127);
}

sub metrics {
    my %of = slurp("$work/metrics") =~ /^(nytprof_bpf_[^ ]+) (\S+)$/mg;
    return \%of;
}

# One more process, of which nothing is asked but that it says its name.
sub start_worker {
    start($^X, "$here/worker.pl", $kinds[ $started++ % @kinds ], 5 + int rand 56);
    return;
}

sub look {
    my $m = metrics();
    return if !$m->{nytprof_bpf_resident_memory_bytes};
    push @seen, { at => time, map { $_ => $m->{"nytprof_bpf_${_}_memory_bytes"} } qw(resident maps) };
    return;
}

sub keep_running {
    my ($until) = @_;
    my ($alive, $next_look) = (0, time);
    while (time < $until) {
        for (; $alive < $perls; $alive++) { start_worker() }
        $alive-- while waitpid(-1, POSIX::WNOHANG()) > 0;
        kill 0, $agent_pid or die "the agent has ended:\n", slurp("$work/said");
        if (time >= $next_look) {
            look();
            $next_look = time + 5;
        }
        sleep 0.05;
    }
    spew('>', "$work/end", '');
    for (; $alive > 0; $alive--) { waitpid -1, 0 }
    return;
}

# Profiles by pid, against what the processes said.
sub without_profile {
    my (%said, %has);
    $said{ (split)[0] }++ for split /\n/, slurp("$work/log");
    for my $file (glob "$work/out/*.nytprof") {
        $has{$1}++ if $file =~ m{/[^/]*?\.(\d+)\.[^/]+\.nytprof$};
    }
    return (scalar(map { (1) x $said{$_} } keys %said), grep { ($has{$_} // 0) < $said{$_} } keys %said);
}

# The most of the last quarter against the most of the second, when it was warm.
sub growth {
    my ($what) = @_;
    my ($begin, $end) = ($seen[0]{at}, $seen[-1]{at});
    my $most = sub {
        my ($from, $to) = map { $begin + $_ * ($end - $begin) } @_;
        my ($max) = sort { $b <=> $a } map { $_->{$what} } grep { $_->{at} >= $from && $_->{at} <= $to } @seen;
        return $max;
    };
    return ($most->(0.25, 0.5), $most->(0.75, 1));
}

sub set_bpf_stats {
    my ($on) = @_;
    spew('>', '/proc/sys/kernel/bpf_stats_enabled', "$on\n");
    return;
}

set_bpf_stats(1);
END { set_bpf_stats(0) }
$agent_pid = start($agent, '--all', "--mode=$mode", "--output-dir=$work/out", '--interval=20', '--keep=0', '--max-size=0', "--metrics-file=$work/metrics", @ARGV);
sleep 0.1 until slurp("$work/said") =~ /: recording / || waitpid($agent_pid, POSIX::WNOHANG()) == $agent_pid;
my $begin = time;
keep_running($begin + 60 * $minutes);
sleep 41; # two intervals
kill 'TERM', $agent_pid;
waitpid $agent_pid, 0;
my $status = $?;

my $m = metrics();
my %lost = map { /losses_total\{reason="(.*)"\}/ && $m->{$_} ? ($1 => $m->{$_}) : () } keys %$m;
my $lost = 0;
$lost += $_ for values %lost;
my ($hits, $stmts) = @$m{ 'nytprof_bpf_probe_runs_total{probe="statement"}', 'nytprof_bpf_' . ($mode eq 'sample' ? 'samples' : 'statements') . '_total' };
my ($processes, @without) = without_profile();
my ($rss_before, $rss_after)   = growth('resident');
my ($maps_before, $maps_after) = growth('maps');

print slurp("$work/said");
printf "%d processes in %.1f minutes; without a profile: %d\n", $processes, $minutes, scalar @without;
printf $mode eq 'sample' ? "samples %d, lost %3\$d\n" : "statements %d, probe hits %d, lost %d\n", $stmts, $hits // 0, $lost;
print "lost $_: $lost{$_}\n" for sort keys %lost;
printf "RSS %.1f -> %.1f MB, maps %.1f -> %.1f MB\n", map { $_ / 2**20 } $rss_before, $rss_after, $maps_before, $maps_after;
my @wrong;
push @wrong, 'the agent ended with status ' . ($status >> 8) if $status;
if ($mode eq 'sample') {
    push @wrong, 'there are no profiles'    if @without == $processes;
    my $unreadable = ($lost{samples} // 0) + ($lost{frames} // 0);
    push @wrong, 'there are losses, or no samples' if $lost > $unreadable || $unreadable > $stmts / 1000 || !$stmts;
}
else {
    push @wrong, "no profile of @without[0 .. ($#without < 9 ? $#without : 9)]" if @without;
    push @wrong, 'statements and losses are not the hits' if !$hits || $stmts + $lost != $hits;
}
# What malloc keeps of the largest process so far differs by some megabytes, which is much of what a short run has.
my $slack = 4 << 20;
push @wrong, 'the agent grows' if $rss_after > 1.1 * $rss_before + $slack || $maps_after > 1.1 * $maps_before;
print "    $_\n" for @wrong;
printf "%d passed, %d failed\n", 4 - @wrong, scalar @wrong;
exit(@wrong ? 1 : 0);
