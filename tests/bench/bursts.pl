#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What --mode=burst costs a server: app.pl under ab, with and without the agent, by turns.
#
#   bursts.pl [--agent PROGRAM] [--overhead PCT] [--rounds N] [--requests N] [--clients N]
#
# Prints the medians of the requests a second and of the server's processor time for each request, and the
# median of the ratios within a round with the quarters around it.  On a busy machine only processor time tells
# something.  Needs root.  Debian: apache2-utils, libmojolicious-perl.

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
    'rounds=i'   => \(my $rounds = 15),
    'requests=i' => \(my $requests = 4000),
    'clients=i'  => \(my $clients = 2),
) or die "usage: $0 [--agent PROGRAM] [--overhead PCT] [--rounds N] [--requests N] [--clients N]\n";
require "$top/tests/files.pl";
require "$top/tests/bench/served.pl";

my $server = start_server(qw(daemon -m production));

# Seconds of the server.
sub processor {
    my @stat = split ' ', slurp("/proc/$server/stat") =~ s/.*\)//sr;
    return ($stat[11] + $stat[12]) / POSIX::sysconf(&POSIX::_SC_CLK_TCK);
}

sub ask {
    my $from = processor();
    my $rate = ask_server($requests, $clients);
    return { 'requests a second' => $rate, 'processor, us each' => 1e6 * (processor() - $from) / $requests };
}

my $windows = 0;
sub ask_recorded {
    my $pid  = start_agent($agent, '--mode=burst', "--overhead=$overhead", '--pid', $server, '-o', work_dir() . '/out');
    my $is   = ask();
    my $said = end_agent($pid);
    $windows += $said =~ /\(in (\d+) windows?\)/ ? $1 : 0;
    return $is;
}

ask();
my $all = by_turns($rounds, \&ask, \&ask_recorded);
print "--overhead=$overhead, $clients clients, $rounds rounds of $requests requests, $windows windows\n";
print_turns($all, 'recorded');
