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
use File::Temp qw(tempdir);
use Getopt::Long;
use IO::Socket::INET;
use POSIX ();
use Time::HiRes qw(sleep);

my $top = abs_path(dirname(__FILE__) . '/../..');
GetOptions(
    'agent=s'    => \(my $agent = "$top/build/nytprof-bpf"),
    'overhead=f' => \(my $overhead = 5),
    'rounds=i'   => \(my $rounds = 15),
    'requests=i' => \(my $requests = 4000),
    'clients=i'  => \(my $clients = 2),
) or die "usage: $0 [--agent PROGRAM] [--overhead PCT] [--rounds N] [--requests N] [--clients N]\n";
require "$top/tests/files.pl";

my $work = tempdir('bench.XXXXXX', TMPDIR => 1, CLEANUP => 1);

sub start {
    my ($said, @command) = @_;
    my $pid = fork // die "fork: $!\n";
    return $pid if $pid;
    open STDOUT, '>',  "$work/$said";
    open STDERR, '>&', \*STDOUT;
    exec @command or POSIX::_exit(127);
}

sub is_running { return waitpid($_[0], POSIX::WNOHANG()) != $_[0] }

my $free = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die "a port: $@\n";
my $port = $free->sockport;
close $free;
my $server = start('server', $^X, "$top/tests/bench/app.pl", qw(daemon -m production -l), "http://127.0.0.1:$port");
END { local $?; kill 'TERM', $server and waitpid $server, 0 if $server }
until (IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port")) {
    is_running($server) or die "the server has ended:\n", slurp("$work/server");
    sleep 0.05;
}

# Seconds of the server.
sub processor {
    my @stat = split ' ', slurp("/proc/$server/stat") =~ s/.*\)//sr;
    return ($stat[11] + $stat[12]) / POSIX::sysconf(&POSIX::_SC_CLK_TCK);
}

sub ask {
    my $from = processor();
    my $said = qx{ab -q -n $requests -c $clients 'http://127.0.0.1:$port/books?below=15'};
    my ($rate) = $said =~ /^Requests per second: +([\d.]+)/m;
    $said =~ /^Failed requests: +0$/m && $rate or die $said;
    return { 'requests a second' => $rate, 'processor, us each' => 1e6 * (processor() - $from) / $requests };
}

my $windows = 0;
sub ask_recorded {
    my $pid = start('agent', $agent, '--mode=burst', "--overhead=$overhead", '--pid', $server, '-o', "$work/out");
    sleep 0.05 until slurp("$work/agent") =~ /: recording / || !is_running($pid);
    my $is = ask();
    kill 'INT', $pid or die slurp("$work/agent");
    waitpid $pid, 0;
    $windows += slurp("$work/agent") =~ /\(in (\d+) windows?\)/ ? $1 : 0;
    return $is;
}

sub quarters {
    my @sorted = sort { $a <=> $b } @_;
    return @sorted[ @sorted / 2, @sorted / 4, 3 * @sorted / 4 ];
}

ask();
my (%bare, %recorded, %ratios);
for my $round (1 .. $rounds) {
    my ($is, $recorded);
    for my $on ($round % 2 ? (0, 1) : (1, 0)) {
        if   ($on) { $recorded = ask_recorded() }
        else       { $is       = ask() }
    }
    for my $what (keys %$is) {
        push @{ $bare{$what} },     $is->{$what};
        push @{ $recorded{$what} }, $recorded->{$what};
        push @{ $ratios{$what} },   $recorded->{$what} / $is->{$what};
    }
}
print "--overhead=$overhead, $clients clients, $rounds rounds of $requests requests, $windows windows\n";
for my $what (sort keys %ratios) {
    printf "%-18s %9.2f  recorded %9.2f  times %.3f (%.3f to %.3f)\n", $what, (quarters(@{ $bare{$what} }))[0],
        (quarters(@{ $recorded{$what} }))[0], quarters(@{ $ratios{$what} });
}
