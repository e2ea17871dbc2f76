#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Loads a server (Mojolicious, with workers that are replaced after some requests) with ab.
# Meanwhile an agent that profiles every perl, with the service's settings, starts and ends.  Does a
# request fail?  How much longer do requests take?  Is each request in a profile?
#
#   server.pl [--agent PROGRAM] [--requests N] [--rounds N] [--clients N] [--stmts]
#
# Eight clients send requests as fast as they get answers, which is more than two processors can
# serve.  One client leaves the processors time.  --stmts adds rows for statements.  Needs root.
# Debian: apache2-utils, libmojolicious-perl.

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
    'requests=i' => \(my $requests = 4000),
    'rounds=i'   => \(my $rounds = 5),
    'clients=i'  => \(my $clients = 8),
    'stmts'      => \my $with_stmts,
) or die "usage: $0 [--agent PROGRAM] [--requests N] [--rounds N] [--clients N] [--stmts]\n";
require "$top/tests/files.pl";

my $work = tempdir('server.XXXXXX', TMPDIR => 1, CLEANUP => 1);
my %settings = ('as the service' => ['--stmts=0'], 'with statements' => ['--stmts=1']);
my @wrong;

sub start {
    my ($to, @command) = @_;
    my $pid = fork() // die "fork: $!\n";
    return $pid if $pid;
    open STDOUT, '>', "$work/$to.out";
    open STDERR, '>', "$work/$to.err";
    exec { $command[0] } @command or POSIX::_exit(127);
}

sub is_running {
    my ($pid) = @_;
    return waitpid($pid, POSIX::WNOHANG()) != $pid;
}

# The port, when it answers, and the process.
sub start_server {
    my $free = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die "a port: $@\n";
    my $port = $free->sockport;
    close $free;
    my $pid = start('server', $^X, "$top/tests/bench/app.pl", 'prefork', '-m', 'production', '-w', 4, '-a', 400, '-P', "$work/pid",
        '-l', "http://127.0.0.1:$port");
    until (IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port")) {
        is_running($pid) or die "the server has ended:\n", slurp("$work/server.err");
        sleep 0.05;
    }
    return ($port, $pid);
}

sub median {
    my @sorted = sort { $a <=> $b } @_;
    return $sorted[ $#sorted / 2 ];
}

sub ask {
    my ($port, $begin) = @_;
    my $pid = start('ab', 'ab', '-q', '-n', $requests, '-c', $clients, '-e', "$work/percent", "http://127.0.0.1:$port/books?below=15");
    sleep 0.1;
    $begin->() if $begin;
    waitpid $pid, 0;
    my $status = $?;
    my $said = slurp("$work/ab.out");
    my %is   = map { $_ => $said =~ /^\Q$_\E: +(\d+)/m ? $1 : 0 } 'Complete requests', 'Failed requests', 'Non-2xx responses';
    my %at   = slurp("$work/percent") =~ /^(\d+),([\d.]+)$/mg;
    return { status => $status, bad => $requests - $is{'Complete requests'} + $is{'Failed requests'} + $is{'Non-2xx responses'}, %at };
}

# Asks again and again until what begins behind the first requests is done.
sub load {
    my ($port, $begin, $is_done) = @_;
    my @loads = ask($port, $begin);
    push @loads, ask($port) while $is_done && !$is_done->();
    return @loads;
}

sub start_agent {
    my ($name) = @_;
    my $out = "$work/" . $name =~ tr/ /-/r;
    unlink "$work/agent.err";
    my $pid = start('agent', $agent, '--all', '--mode=trace', "--config=$top/build/nytprof-bpf.conf", "--match=$top/tests/bench/app.pl", "--output-dir=$out",
        '--interval=2', @{ $settings{$name} });
    return ($pid, $out);
}

sub is_recording {
    my ($pid) = @_;
    my $said = slurp("$work/agent.err");
    is_running($pid) or die "the agent has ended:\n$said";
    return $said =~ /: recording /;
}

sub has_ended {
    my ($pid) = @_;
    return 0 if is_running($pid);
    push @wrong, "the agent ended with status $?" if $?;
    return 1;
}

# Calls of the application's action in all profiles.
sub answered {
    my ($out) = @_;
    my $sum = 0;
    for my $file (glob "$out/*.nytprof") {
        my $of = qx{$^X $top/tests/e2e/profile.pl $file};
        $sum += $1 while $of =~ /^sub main::__ANON__\[\S*app\.pl:\d+\] (\d+) /mg;
    }
    return $sum;
}

sub row {
    my ($what, @loads) = @_;
    my $bad = 0;
    $bad += $_->{bad} for @loads;
    my $ended = grep { $_->{status} } @loads;
    printf "%-34s %9d %7d %9s\n", $what, $requests * @loads, $bad, join ' ', map { my $at = $_; sprintf '%8.2f', median(map { $_->{$at} } @loads) } 50, 95, 99;
    push @wrong, "$what: $bad requests failed, ab ended $ended times with an error" if $bad || $ended;
    return;
}

my ($port, $server) = start_server();
load($port);    # to get warm
printf "%-34s %9s %7s %8s %8s %8s\n", 'server', 'requests', 'failed', '50% ms', '95% ms', '99% ms';
for my $name ('as the service', $with_stmts ? 'with statements' : ()) {
    my (@bare, @while, @profiled, $pid, $out);
    for (1 .. $rounds) {
        push @bare, load($port);
        push @while, load($port, sub { ($pid, $out) = start_agent($name) }, sub { is_recording($pid) });
        push @profiled, load($port);
        push @while, load($port, sub { kill 'TERM', $pid }, sub { has_ended($pid) });
    }
    row('not profiled', @bare);
    row("while the agent comes, and goes", @while);
    row("profiled, $name", @profiled);
    my $seen = answered($out);
    my ($least, $most) = ($requests * @profiled, $requests * (@profiled + @while));
    print "requests in the profiles: $seen; that were sent meanwhile: from $least to $most\n";
    push @wrong, "$seen requests in the profiles, of $least to $most" if $seen < $least || $seen > $most;
}
is_running($server) or push @wrong, 'the server has ended';
kill 'TERM', $server;
waitpid $server, 0;
print "    $_\n" for @wrong;
printf "%d passed, %d failed\n", @wrong ? 0 : 1, scalar @wrong;
exit(@wrong ? 1 : 0);
