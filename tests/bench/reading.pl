#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# How long does it take to read a profile of millions of statement records, against
# Devel::NYTProf::Data with the same file?  A row for each file, of the medians of some rounds:
#
#   reading.pl [--agent PROGRAM] [--rounds N] [--most RECORDS]
#
# Times are of the processor, of whole processes.  bench.pl has the rows in docs/performance.md.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Getopt::Long;

my $top = abs_path(dirname(__FILE__) . '/../..');

# How the lines of the records follow each other (see reader/many_stmts.c), and how many there are.
my @FILES = ([ 'merged', 1e7 ], [ 'mixed', 1e7 ], [ 'merged', 1e8 ]);

sub middle { return (sort { $a <=> $b } @_)[ @_ / 2 ] }

# Seconds of the processor, and the most memory it had at a time in bytes.
sub run_for {
    my (@command) = @_;
    my $pid = fork() // die "fork: $!\n";
    if (!$pid) {
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', '/dev/null';
        exec '/usr/bin/env', 'bash', '-c', 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>&1; } 2>' . $ENV{READING_TIME}, 'bash', @command;
        die "$command[0]: $!\n";
    }
    waitpid $pid, 0;
    die "@command: status ", $? >> 8, "\n" if $?;
    open my $in, '<', $ENV{READING_TIME} or die "$ENV{READING_TIME}: $!\n";
    my ($user, $system) = split ' ', <$in>;
    return $user + $system;
}

sub measure_reading {
    my ($program, $rounds, $most) = @_;
    my $dir = tempdir('reading.XXXXXX', TMPDIR => 1, CLEANUP => 1);
    my @rows;
    local $ENV{READING_TIME} = "$dir/time";
    for my $file (grep { $_->[1] <= $most } @FILES) {
        my ($kind, $cnt) = @$file;
        my $name = "$dir/$kind-$cnt";
        system("'$top/build/tests/bench/many_stmts' $cnt 1000 $kind >'$name'") == 0 or die "many_stmts failed\n";
        my (@ours, @stock);
        for (1 .. $rounds) {
            push @ours, run_for($program, 'report', '--top=1', $name);
            push @stock, run_for('perl', '-MDevel::NYTProf::Data', '-e', 'Devel::NYTProf::Data->new({ filename => shift, quiet => 1 })', $name);
        }
        push @rows, { kind => $kind, cnt => $cnt, ours => middle(@ours), stock => middle(@stock), ratio => middle(map { $ours[$_] / $stock[$_] } 0 .. $#ours) };
        unlink $name;
    }
    return \@rows;
}

sub reading_table {
    my ($rows) = @_;
    my @lines = ('| statement records | ours, s | Devel::NYTProf::Data, s | ours / stock |', '| --- | --- | --- | --- |');
    push @lines, sprintf '| %.0e, %s | %.2f | %.2f | %.2f |', $_->{cnt}, $_->{kind} eq 'mixed' ? 'alternating' : 'as the agent writes them', @$_{qw(ours stock ratio)} for @$rows;
    return join("\n", @lines) . "\n";
}

if (!caller) {
    GetOptions('agent=s' => \(my $program = "$top/build/nytprof-bpf"), 'rounds=i' => \(my $rounds = 3), 'most=f' => \(my $most = 1e8))
        or die "usage: $0 [--agent PROGRAM] [--rounds N] [--most RECORDS]\n";
    print reading_table(measure_reading($program, $rounds, $most));
}

1;
