#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What do short processes cost everybody else, with and without the agent for all perls?  Measures a
# perl that calls subs while other perls come and go, the execution of a program that is not a perl,
# and the agent itself.  The first perl has a processor of its own.  The others share the rest.
#
#   churn.pl [--agent PROGRAM]... [--rounds N] [--seconds N] [--rate N] [--mode trace|subs]
#            [--short SCRIPT] [--subs N] [--only CASE,...]
#
# Measures each agent in each round.  Prints medians, with the least and the most in parentheses.
# Needs root, two processors, and a machine without other load.

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
    'agent=s'   => \my @agents,
    'rounds=i'  => \(my $rounds = 5),
    'seconds=f' => \(my $seconds = 2),
    'rate=i'    => \(my $rate = 200),
    'mode=s'    => \(my $mode = 'trace'),
    'short=s'   => \(my $short = "$here/churn/short.pl"),
    'subs=i'    => \(my $subs = 2000),
    'only=s'    => \my $only,
) or die "usage: $0 [--agent PROGRAM]... [--rounds N] [--seconds N] [--rate N] [--mode trace|subs] [--short SCRIPT] [--subs N] [--only CASE,...]\n";
@agents = ("$top/build/nytprof-bpf") if !@agents;
require "$top/tests/files.pl";

my $work = tempdir('churn.XXXXXX', TMPDIR => 1, CLEANUP => 1);
chomp(my $cpus = qx{nproc});
my ($first, $rest) = (0, '1-' . ($cpus - 1));
my @measures = qw(wall cpu perls agent each exec switches);
my %what = (
    wall     => 'ms for 10^6 calls',
    cpu      => 'processor, ms',
    perls    => 'short perls / s',
    agent    => 'agent, % of a processor',
    each     => 'ms of it for each',
    exec     => 'ms for one /bin/true',
    switches => 'wakes of the agent / s',
);

sub start {
    my ($said, @command) = @_;
    unlink $said;
    my $pid = fork() // die "fork: $!\n";
    return $pid if $pid;
    open STDOUT, '>', $said;
    open STDERR, '>&', \*STDOUT;
    exec { $command[0] } @command or POSIX::_exit(127);
}

sub end {
    my ($pid) = @_;
    kill 'TERM', $pid;
    waitpid $pid, 0;
    return;
}

sub start_agent {
    my ($agent, @options) = @_;
    my $pid = start("$work/said", 'taskset', '-c', $rest, $agent, '--all', "--output-dir=$work/out", "--mode=$mode", @options);
    sleep 0.1 until slurp("$work/said") =~ /: recording / || waitpid($pid, POSIX::WNOHANG()) == $pid;
    return $pid;
}

# Processor time, s, and how often it was woken.
sub agent_use {
    my ($pid) = @_;
    my @stat = split ' ', slurp("/proc/$pid/stat") =~ s/.*\)//r;
    my ($wakes) = slurp("/proc/$pid/status") =~ /^voluntary_ctxt_switches:\s*(\d+)/m;
    return (($stat[11] + $stat[12]) / POSIX::sysconf(POSIX::_SC_CLK_TCK()), $wakes);
}

# Of programs that are no perls, by a shell that is none.
sub exec_cost {
    my $begin = time;
    system 'taskset', '-c', $first, 'sh', '-c', 'i=0; while [ $i -lt 500 ]; do /bin/true; i=$((i + 1)); done';
    return 1000 * (time - $begin) / 500;
}

sub run_case {
    my ($agent, $churns) = @_;
    my %seen;
    my $churn = $churns && start("$work/churned", 'taskset', '-c', $rest, "$here/churn/come_and_go.sh", $rate, 'perl', $short);
    my @before = $agent ? agent_use($agent) : ();
    my $begin = time;
    @seen{qw(wall cpu)} = split ' ', qx{taskset -c $first perl $here/churn/victim.pl $subs $seconds};
    $seen{exec} = exec_cost() if !$churns;
    my @after = $agent ? agent_use($agent) : ();
    my $took  = time - $begin;
    @seen{qw(agent switches)} = (100 * ($after[0] - $before[0]) / $took, ($after[1] - $before[1]) / $took) if $agent;
    if ($churns) {
        end($churn);
        my ($cnt, $us) = split ' ', slurp("$work/churned");
        $seen{perls} = 1e6 * $cnt / $us;
        $seen{each}  = 10 * $seen{agent} / $seen{perls} if $agent;
    }
    return \%seen;
}

my (%runs, @order);
sub measure {
    my ($name, @how) = @_;
    return if $only && !grep { index($name, $_) >= 0 } split /,/, $only;
    push @order, $name if !$runs{$name};
    push @{ $runs{$name} }, run_case(@how);
    return;
}

sub spread {
    my @sorted = sort { $a <=> $b } grep {defined} @_;
    return '-' if !@sorted;
    my $median = ($sorted[ @sorted / 2 ] + $sorted[ (@sorted - 1) / 2 ]) / 2;
    return sprintf '%.*f (%.*f-%.*f)', map { ($median < 10 ? 2 : 0, $_) } $median, @sorted[ 0, -1 ];
}

for my $round (1 .. $rounds) {
    measure('no agent, quiet',  undef, 0);
    measure('no agent, coming', undef, 1);
    for my $i (0 .. $#agents) {
        my $name = @agents > 1 ? 'agent ' . ($i + 1) : 'agent';
        my $pid = start_agent($agents[$i]);
        measure("$name, quiet",  $pid, 0);
        measure("$name, coming", $pid, 1);
        end($pid);
    }
}
print join(' | ', 'case', map { $what{$_} } @measures), "\n";
for my $name (@order) {
    my @of = @{ $runs{$name} };
    print join(' | ', $name, map { my $key = $_; spread(map { $_->{$key} } @of) } @measures), "\n";
}
