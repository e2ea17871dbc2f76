#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What --mode=burst costs a server.  Two servers run side by side on one processor, each under its own ab, and
# one of them is recorded: so what else happens on the machine meets both.
#
#   bursts.pl [--agent PROGRAM] [--overhead PCT] [--rounds N] [--seconds N] [--clients N]
#
# Prints the processor time of one server for a request, and its requests a second, as ratios to those of the other
# one: bare, recorded, and how many times the one is the other in a round.  Each is the median with the quarters
# around it; the servers take turns.  Needs root and two processors.  Debian: apache2-utils, libmojolicious-perl,
# util-linux.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use Getopt::Long;
use POSIX ();

my $top = abs_path(dirname(__FILE__) . '/../..');
GetOptions(
    'agent=s'    => \(my $agent = "$top/build/nytprof-bpf"),
    'overhead=f' => \(my $overhead = 5),
    'rounds=i'   => \(my $rounds = 10),
    'seconds=i'  => \(my $seconds = 10),
    'clients=i'  => \(my $clients = 2),
) or die "usage: $0 [--agent PROGRAM] [--overhead PCT] [--rounds N] [--seconds N] [--clients N]\n";
require "$top/tests/files.pl";
require "$top/tests/bench/served.pl";

# The servers have the first processor; ab and the agent have the others.
my @servers = map { start_server([qw(daemon -m production)], qw(taskset -c 0)) } 1 .. 2;
my $last = qx{nproc} - 1;
qx{taskset -apc 1-$last $$};
$? == 0 or die "taskset has failed: two processors are needed\n";

# Seconds of a server.
sub processor {
    my ($server) = @_;
    my @stat = split ' ', slurp("/proc/$server->{pid}/stat") =~ s/.*\)//sr;
    return ($stat[11] + $stat[12]) / POSIX::sysconf(&POSIX::_SC_CLK_TCK);
}

# What the first one of both has for each figure of the other.
sub ratios {
    my @both = @_;
    my @from = map { processor($_) } @both;
    my @said = ask_servers(\@both, '-t', $seconds, '-n', 1e6, '-c', $clients);
    my @used = map { (processor($both[$_]) - $from[$_]) / ($said[$_] =~ /^Complete requests: +(\d+)/m)[0] } 0, 1;
    my @rate = map { requests_a_second($_) } @said;
    return { 'processor time of a request' => $used[0] / $used[1], 'requests a second' => $rate[0] / $rate[1] };
}

my $windows = 0;
sub ratios_recorded {
    my @both = @_;
    my $pid  = start_agent($agent, '--mode=burst', "--overhead=$overhead", '--pid', $both[0]{pid}, '-o', work_dir() . '/out');
    my $is   = ratios(@both);
    my $said = end_agent($pid);
    $windows += $said =~ /\(in (\d+) windows?\)/ ? $1 : 0;
    return $is;
}

my (%bare, %recorded, %times);
ratios(@servers);
for (1 .. $rounds) {
    my ($is, $with) = (ratios(@servers), ratios_recorded(@servers));
    for (keys %$is) {
        push @{ $bare{$_} },     $is->{$_};
        push @{ $recorded{$_} }, $with->{$_};
        push @{ $times{$_} },    $with->{$_} / $is->{$_};
    }
    @servers = reverse @servers;
}
print "--overhead=$overhead, two servers on a processor, $clients clients each, $rounds rounds of $seconds s, $windows windows\n";
for my $what (sort keys %times) {
    printf "%-25s bare %.3f (%.3f to %.3f)  recorded %.3f (%.3f to %.3f)  times %.3f (%.3f to %.3f)\n", $what,
        map { quarters(@{ $_->{$what} }) } \%bare, \%recorded, \%times;
}
