# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs app.pl as a server, and compares what ab says of it with and without the agent, by turns: for
# bursts.pl and latency.pl.  Debian: apache2-utils, libmojolicious-perl.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use IO::Socket::INET;
use POSIX ();
use Time::HiRes qw(sleep);

my $top = abs_path(dirname(__FILE__) . '/../..');
require "$top/tests/files.pl";

my $work = tempdir('bench.XXXXXX', TMPDIR => 1, CLEANUP => 1);
my ($server, $port);

# For files of the caller; it is removed at the end.
sub work_dir { return $work }

# What a program that start() has begun with this name has printed so far.
sub said_by { return slurp("$work/$_[0]") }

sub start {
    my ($name, @command) = @_;
    my $pid = fork // die "fork: $!\n";
    return $pid if $pid;
    open STDOUT, '>',  "$work/$name";
    open STDERR, '>&', \*STDOUT;
    exec @command or POSIX::_exit(127);
}

sub is_running { return waitpid($_[0], POSIX::WNOHANG()) != $_[0] }

# Its pid, when it answers.  It ends with the caller.
sub start_server {
    my (@how) = @_;
    my $free = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die "a port: $@\n";
    $port = $free->sockport;
    close $free;
    $server = start('server', $^X, "$top/tests/bench/app.pl", @how, '-l', "http://127.0.0.1:$port");
    until (IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port")) {
        is_running($server) or die "the server has ended:\n", said_by('server');
        sleep 0.05;
    }
    return $server;
}
END { local $?; kill 'TERM', $server and waitpid $server, 0 if $server }

# Its pid, when it records.
sub start_agent {
    my (@command) = @_;
    my $pid = start('agent', @command);
    sleep 0.05 until said_by('agent') =~ /: recording / || !is_running($pid);
    return $pid;
}

# What it has printed.
sub end_agent {
    my ($pid) = @_;
    kill 'INT', $pid or die said_by('agent');
    waitpid $pid, 0;
    return said_by('agent');
}

# The requests a second.
sub ask_server {
    my ($requests, $clients, @options) = @_;
    my $said = qx{ab -q -n $requests -c $clients @options 'http://127.0.0.1:$port/books?below=15'};
    my ($rate) = $said =~ /^Requests per second: +([\d.]+)/m;
    $said =~ /^Failed requests: +0$/m && $rate or die $said;
    return $rate;
}

# The median, and the quarters around it.
sub quarters {
    my @sorted = sort { $a <=> $b } @_;
    return @sorted[ @sorted / 2, @sorted / 4, 3 * @sorted / 4 ];
}

# Both return figures by their names.  The result has those of each round, and their ratios.
sub by_turns {
    my ($rounds, $bare, $with_agent) = @_;
    my %all;
    for my $round (1 .. $rounds) {
        my ($is, $with);
        for my $on ($round % 2 ? (0, 1) : (1, 0)) {
            if   ($on) { $with = $with_agent->() }
            else       { $is   = $bare->() }
        }
        for my $what (keys %$is) {
            push @{ $all{$what}{bare} },   $is->{$what};
            push @{ $all{$what}{with} },   $with->{$what};
            push @{ $all{$what}{ratios} }, $with->{$what} / $is->{$what};
        }
    }
    return \%all;
}

# with: how to say that the agent was there.
sub print_turns {
    my ($all, $with) = @_;
    for my $what (sort keys %$all) {
        printf "%-18s %9.2f  $with %9.2f  times %.3f (%.3f to %.3f)\n", $what, (quarters(@{ $all->{$what}{bare} }))[0],
            (quarters(@{ $all->{$what}{with} }))[0], quarters(@{ $all->{$what}{ratios} });
    }
    return;
}

1;
