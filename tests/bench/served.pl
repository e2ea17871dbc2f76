# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs app.pl as servers, asks them with ab, and compares what it says with and without the agent: for
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
my @servers;

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

# Its pid and port, when it answers.  It ends with the caller.  how: what app.pl is told.  before: the
# command that executes it (taskset), if there is to be one.
sub start_server {
    my ($how, @before) = @_;
    my $free = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die "a port: $@\n";
    my %server = (port => $free->sockport, name => 'server' . @servers);
    close $free;
    $server{pid} =
        start($server{name}, @before, $^X, "$top/tests/bench/app.pl", @$how, '-l', "http://127.0.0.1:$server{port}");
    push @servers, \%server;
    until (IO::Socket::INET->new(PeerAddr => "127.0.0.1:$server{port}")) {
        is_running($server{pid}) or die "the server has ended:\n", said_by($server{name});
        sleep 0.05;
    }
    return \%server;
}
END { local $?; kill 'TERM', $_->{pid} and waitpid $_->{pid}, 0 for @servers }

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

# What ab prints of each; they are asked at the same time.  options: how many requests, or for how long, and from
# how many clients.
sub ask_servers {
    my ($asked, @options) = @_;
    my @abs;
    for (@$asked) {
        open my $ab, '-|', 'ab', '-q', @options, "http://127.0.0.1:$_->{port}/books?below=15" or die "ab: $!\n";
        push @abs, $ab;
    }
    my @said = map { local $/; readline $_ } @abs;
    /^Failed requests: +0$/m or die $_ for @said;
    return @said;
}

# In what ab has printed.
sub requests_a_second { return $_[0] =~ /^Requests per second: +([\d.]+)/m ? $1 : die $_[0] }

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
