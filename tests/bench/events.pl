#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What the programs of an --event take, as the kernel measures them (BPF_ENABLE_STATS): the median of the rounds'
# times for one run, in a recorded perl below ten calls, and in one that is not recorded. What the kernel needs to call
# a program is not in it. Runs of other processes are: use a quiet host.
#
#   perl tests/bench/events.pl AGENT [--rounds=5] [--only=PATTERN]
use strict;
use warnings;
use File::Temp 'tempdir';
use Getopt::Long;
use JSON::PP;
use POSIX 'uname';

my ($rounds, $only) = (5, '');
GetOptions('rounds=i' => \$rounds, 'only=s' => \$only) && @ARGV == 1 or die "usage: perl events.pl AGENT [--rounds=N] [--only=PATTERN]\n";
my $agent   = $ARGV[0] =~ m{^/} ? $ARGV[0] : "$ENV{PWD}/$ARGV[0]";
my ($bpftool) = grep { -x } map { "$_/bpftool" } split(/:/, $ENV{PATH}), '/usr/sbin';
my $dir     = tempdir(CLEANUP => 1);
chmod 0755, $dir;
chdir $dir or die;

# What each program does as often as it takes.
my %does = (
    'syscalls'   => 'getppid() for 1 .. 20_000',
    'oom-kills'  => '$SIG{USR1} = sub { }; kill USR1 => $$ for 1 .. 10_000',
    'contention' => <<'PERL',
open my $f, '>', "shared.$name" or die;
my @c = map { fork || do { for (1 .. 4000) { sysseek $f, 0, 0; syswrite $f, 'x' x 8192 } POSIX::_exit(0) } } 1 .. 3;
waitpid $_, 0 for @c;
PERL
    'tcp-bytes' => <<'PERL',
my $listen = IO::Socket::INET->new(Listen => 5, LocalAddr => '127.0.0.1') or die;
my $to = IO::Socket::INET->new(PeerAddr => '127.0.0.1:' . $listen->sockport) or die;
my $from = $listen->accept or die;
for (1 .. 10_000) { syswrite $to, 'x'; sysread $from, my $b, 1 }
PERL
);

my $frame = <<'PERL';
use IO::Socket::INET; use POSIX ();
our $name = shift;
sub await { select undef, undef, undef, 0.02 until -e $_[0] }
sub makes { open my $f, '>', $_[0] or die }
sub below { my ($calls) = @_; return below($calls - 1) if $calls; work() }
makes("up.$name"); await("go.$name"); below(10); makes("done.$name"); await('end');
PERL

sub spew { my ($file, $text) = @_; open my $f, '>', $file or die "$file: $!\n"; print $f $text; close $f; return }

sub await { my ($file) = @_; select undef, undef, undef, 0.02 until -e $file; return }

# Runs of all programs of the agent: name => [ runs, ns ]
sub runs {
    my ($pid) = @_;
    my (%runs, %seen);
    for my $file (glob "/proc/$pid/fdinfo/*") {
        open my $f, '<', $file or next;
        my $text = do { local $/; <$f> };
        my ($id) = $text =~ /^prog_id:\s*(\d+)/m or next;
        next if $seen{$id}++;
        my $p = eval { decode_json(scalar `$bpftool -j prog show id $id`) } or next;
        $runs{ $p->{name} }[0] += $p->{run_cnt}     // 0;
        $runs{ $p->{name} }[1] += $p->{run_time_ns} // 0;
    }
    return \%runs;
}

# Has one of the two work; adds what a run took to its times.
sub work {
    my ($pid, $name, $times) = @_;
    my $before = runs($pid);
    spew("go.$name", '');
    await("done.$name");
    my $after = runs($pid);
    for (grep { /^kevent/ } keys %$after) {
        my ($cnt, $ns) = ($after->{$_}[0] - ($before->{$_}[0] // 0), $after->{$_}[1] - ($before->{$_}[1] // 0));
        push @{ $times->{$_}{$name} }, [ $cnt, $ns / $cnt ] if $cnt > 500;
    }
    return;
}

sub start {
    my (@command) = @_;
    my $pid = fork // die;
    return $pid if $pid;
    open STDERR, '>', 'said';
    open STDOUT, '>', 'said';
    exec @command or die;
}

sub round {
    my ($event, $mode, $times) = @_;
    unlink 'end', map { ("up.$_", "go.$_", "done.$_") } 'recorded', 'other';
    spew('a.pl', $frame . "sub work {\n$does{$event}\n}\n");
    my $other = start('perl', 'a.pl', 'other');
    my $pid   = start($agent, "--mode=$mode", "--event=$event", '-o', 'out', '--', 'perl', 'a.pl', 'recorded');
    await("up.$_") for 'recorded', 'other';
    work($pid, $_, $times) for 'other', 'recorded';
    spew('end', '');
    waitpid $_, 0 for $pid, $other;
    return;
}

sub median { my @sorted = sort { $a <=> $b } @_; return $sorted[ $#sorted / 2 ] }

# BPF_ENABLE_STATS, until the end of this process.
my $attributes = pack 'L', 0;
my $stats      = syscall((uname())[4] eq 'aarch64' ? 280 : 321, 32, $attributes, 4);
die "the kernel does not measure: $!\n" if $stats < 0;

for my $event (grep { /$only/ } sort keys %does) {
    for my $mode ('trace', 'sample') {
        my %times;
        round($event, $mode, \%times) for 1 .. $rounds;
        for my $program (sort keys %times) {
            for my $name (sort keys %{ $times{$program} }) {
                my @all = @{ $times{$program}{$name} };
                printf "%-10s %-6s %-24s %-8s %6d runs, %5.0f ns\n", $event, $mode, $program, $name, median(map { $_->[0] } @all), median(map { $_->[1] } @all);
            }
        }
    }
}
