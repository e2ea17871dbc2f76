#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What --all --mode=sample costs a host: busy and idle perls run with and without the agent, by turns.
#
#   host.pl [--agent PROGRAM] [--rounds N] [--busy N] [--idle N] [--rate HZ]
#
# Each busy perl does the same work each time.  Prints what the processor time of all of it is multiplied by, with the
# interval of 95 %, and the agent's own share of a processor meanwhile.  Needs root.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Getopt::Long;
use POSIX ();
use Time::HiRes qw(time sleep);

my $top = abs_path(dirname(__FILE__) . '/../..');
GetOptions(
    'agent=s'  => \(my $agent = "$top/build/nytprof-bpf"),
    'rounds=i' => \(my $rounds = 10),
    'busy=i'   => \(my $busy = 100),
    'idle=i'   => \(my $idle = 100),
    'rate=i'   => \(my $rate = 99),
) or die "usage: $0 [--agent PROGRAM] [--rounds N] [--busy N] [--idle N] [--rate HZ]\n";
require "$top/tests/files.pl";

my $work = tempdir('bench.XXXXXX', TMPDIR => 1, CLEANUP => 1);
my $ticks = POSIX::sysconf(POSIX::_SC_CLK_TCK());

# Subs that call each other, sort, match and fill hashes; idle ones wake ten times a second.
spew('>', "$work/busy.pl", <<'PERL');
sub add { my ($h, $k) = @_; $h->{$k}++; return length $k }
sub words { my %n; my $all = 0; $all += add(\%n, $_) for map { "w$_" } 1 .. 200; return join ' ', sort keys %n }
sub match { my $text = shift; my $n = 0; $n++ while $text =~ /w(\d+)/g; return $n }
sub deep { my $n = shift; return $n ? deep($n - 1) : match(words()) }
deep(20) for 1 .. 6000;
PERL
spew('>', "$work/idle.pl", "sub nap { select undef, undef, undef, 0.1 } nap() while 1;\n");

sub start {
    my (@command) = @_;
    my $pid = fork() // die "fork: $!\n";
    return $pid if $pid;
    open STDERR, '>>', "$work/said";
    exec { $command[0] } @command or POSIX::_exit(127);
}

# Processor seconds of a process.
sub used_by {
    my ($pid) = @_;
    my @stat = split ' ', (slurp("/proc/$pid/stat") =~ /\) (.*)/s)[0];
    return ($stat[11] + $stat[12] + $stat[13] + $stat[14]) / $ticks;
}

# Processor seconds of all busy ones.
sub run_busy {
    my (undef, undef, @before) = times;
    my @pids = map { start($^X, "$work/busy.pl") } 1 .. $busy;
    waitpid $_, 0 for @pids;
    my (undef, undef, @after) = times;
    return $after[0] + $after[1] - $before[0] - $before[1];
}

sub run_with {
    spew('>', "$work/said", '');
    my $pid = start($agent, '--all', '--mode=sample', "--rate=$rate", "--output-dir=$work/out");
    sleep 0.05 until slurp("$work/said") =~ /: recording / || waitpid($pid, POSIX::WNOHANG()) == $pid;
    die slurp("$work/said") if !kill 0, $pid;
    my ($used, $begin) = (used_by($pid), time);
    my $took = run_busy();
    my $share = (used_by($pid) - $used) / (time - $begin);
    kill 'INT', $pid;
    # Its own time is not that of a busy one.
    waitpid $pid, 0;
    return ($took, $share);
}

my @idle = map { start($^X, "$work/idle.pl") } 1 .. $idle;
END { local $?; kill 'KILL', @idle if @idle }

run_busy();
my (@ratios, @shares);
for my $round (1 .. $rounds) {
    my ($with, $without, $share);
    for my $on ($round % 2 ? (0, 1) : (1, 0)) {
        if ($on) { ($with, $share) = run_with() }
        else     { $without = run_busy() }
    }
    push @ratios, $with / $without;
    push @shares, $share;
}

sub mean { my $sum = 0; $sum += $_ for @_; return $sum / @_ }
my $mean = mean(@ratios);
my $sd = @ratios > 1 ? sqrt(mean(map { ($_ - $mean)**2 } @ratios) * @ratios / (@ratios - 1)) : 0;
printf "%d busy and %d idle perls, %d samples a second, %d rounds\n", $busy, $idle, $rate, $rounds;
printf "processor time of the perls: times %.4f +- %.4f\n", $mean, 2 * $sd / sqrt @ratios;
printf "the agent, %% of a processor: %.2f\n", 100 * mean(@shares);
