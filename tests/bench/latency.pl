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
use File::Temp qw(tempdir);
use Getopt::Long;
use IO::Socket::INET;
use POSIX ();
use Time::HiRes qw(sleep);

my $top = abs_path(dirname(__FILE__) . '/../..');
GetOptions(
    'agent=s'    => \(my $agent = "$top/build/nytprof-bpf"),
    'rounds=i'   => \(my $rounds = 15),
    'requests=i' => \(my $requests = 1500),
    'clients=i'  => \(my $clients = 1),
) or die "usage: $0 [--agent PROGRAM] [--rounds N] [--requests N] [--clients N]\n";
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
my $server = start('server', $^X, "$top/tests/bench/app.pl", 'prefork', qw(-m production -w 4 -P), "$work/pid",
    '-l', "http://127.0.0.1:$port");
END { local $?; kill 'TERM', $server and waitpid $server, 0 if $server }
until (IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port")) {
    is_running($server) or die "the server has ended:\n", slurp("$work/server");
    sleep 0.05;
}

sub ask {
    my $said = qx{ab -q -n $requests -c $clients -e $work/percent 'http://127.0.0.1:$port/books?below=15'};
    my ($rate) = $said =~ /^Requests per second: +([\d.]+)/m;
    my %at     = slurp("$work/percent") =~ /^(\d+),([\d.]+)$/mg;
    $said =~ /^Failed requests: +0$/m && $rate or die $said;
    return { (map { ("$_ %, ms" => $at{$_}) } 50, 95, 99), 'requests a second' => $rate };
}

sub ask_sampled {
    my $pid = start('agent', $agent, '--all', '--mode=sample', "--match=$top/tests/bench/app.pl", "--output-dir=$work/out");
    sleep 0.05 until slurp("$work/agent") =~ /: recording / || !is_running($pid);
    ask();    # what the agent sees for the first time
    my $is = ask();
    kill 'INT', $pid or die slurp("$work/agent");
    waitpid $pid, 0;
    return $is;
}

sub quarters {
    my @sorted = sort { $a <=> $b } @_;
    return @sorted[ @sorted / 2, @sorted / 4, 3 * @sorted / 4 ];
}

ask();
my (%bare, %sampled, %ratios);
for my $round (1 .. $rounds) {
    my ($is, $sampled);
    for my $on ($round % 2 ? (0, 1) : (1, 0)) {
        if   ($on) { $sampled = ask_sampled() }
        else       { $is      = ask() }
    }
    for my $what (keys %$is) {
        push @{ $bare{$what} },    $is->{$what};
        push @{ $sampled{$what} }, $sampled->{$what};
        push @{ $ratios{$what} },  $sampled->{$what} / $is->{$what};
    }
}
print "$clients clients, $rounds rounds of $requests requests\n";
for my $what (sort keys %ratios) {
    printf "%-18s %9.2f  sampled %9.2f  times %.3f (%.3f to %.3f)\n", $what, (quarters(@{ $bare{$what} }))[0],
        (quarters(@{ $sampled{$what} }))[0], quarters(@{ $ratios{$what} });
}
