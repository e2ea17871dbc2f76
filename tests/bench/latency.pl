#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the samples of --all do to the latency of a server: app.pl with four workers, under ab, with and
# without the agent, by turns.
#
#   latency.pl [--agent PROGRAM] [--rounds N] [--requests N] [--clients N]
#
# Prints the medians of ab's percentiles and of the requests a second, and the median of the ratios
# within a round with the quarters around it. Needs root. Debian: apache2-utils, libmojolicious-perl.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use Getopt::Long;

my $top = abs_path(dirname(__FILE__) . '/../..');
GetOptions(
    'agent=s'    => \(my $agent = "$top/build/nytprof-bpf"),
    'rounds=i'   => \(my $rounds = 15),
    'requests=i' => \(my $requests = 1500),
    'clients=i'  => \(my $clients = 1),
) or die "usage: $0 [--agent PROGRAM] [--rounds N] [--requests N] [--clients N]\n";
require "$top/tests/files.pl";
require "$top/tests/bench/served.pl";

my $work = work_dir();
my $server = start_server([ qw(prefork -m production -w 4 -P), "$work/pid" ]);

sub ask {
    my ($said) = ask_servers([$server], '-n', $requests, '-c', $clients, '-e', "$work/percent");
    my %at   = slurp("$work/percent") =~ /^(\d+),([\d.]+)$/mg;
    return { (map { ("$_ %, ms" => $at{$_}) } 50, 95, 99), 'requests a second' => requests_a_second($said) };
}

sub ask_sampled {
    my $pid = start_agent($agent, '--all', '--mode=sample', "--match=$top/tests/bench/app.pl", "--output-dir=$work/out");
    ask();    # what the agent sees for the first time
    my $is = ask();
    end_agent($pid);
    return $is;
}

ask();
my $all = by_turns($rounds, \&ask, \&ask_sampled);
print "$clients clients, $rounds rounds of $requests requests\n";
print_turns($all, 'sampled');
