#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# How exact are the times?  Runs programs of known cost bare, under nytprof-bpf and under Devel::NYTProf
# in turn.  Writes docs/accuracy.md: what each tool reports, compared with the truth.
#
#   accuracy.pl [--agent PROGRAM] [--rounds N] [--out FILE] [PROGRAM ...]
#   accuracy.pl --check FILE     is FILE what this program writes: all rows, all columns?
#
# The programs are in tests/accuracy/programs, and declare which of their lines and subs have known
# costs (Truth.pm).  docs/sample/weblog.pl is one more.  Programs named on the command line run alone.
# All numbers are medians over the rounds.  Needs root, and a machine without other load.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(basename dirname);
use File::Temp qw(tempdir);
use Getopt::Long;
use Text::Wrap qw(wrap);
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

my $here = abs_path(dirname(__FILE__));
my $top  = abs_path("$here/../..");
require "$top/tests/machine.pl";

GetOptions(
    'agent=s'  => \(my $agent = "$top/build/nytprof-bpf"),
    'rounds=i' => \(my $rounds = 7),
    'out=s'    => \(my $out = "$top/docs/accuracy.md"),
    'check=s'  => \my $check,
) or die "usage: $0 [--agent PROGRAM] [--rounds N] [--out FILE] [PROGRAM ...] | --check FILE\n";

my %programs = (
    (map { basename($_, '.pl') => $_ } glob "$here/programs/*.pl"),
    weblog => "$top/docs/sample/weblog.pl",
);
my @columns = ('program', 'what', 'each', 'truth', 'nytprof-bpf', 'error', 'NYTProf', 'error', 'goal', 'met', 'nearer');

# ------------------------------------------------------------------ what is claimed

# The rows of a program, in order, without running it: the sum, and what it says of itself.
sub rows_of {
    my ($name) = @_;
    open my $fh, '<', $programs{$name} or die "$programs{$name}: $!";
    my @rows = ('all statements');
    while (<$fh>) {
        push @rows, "line $1" if /^say_line\(([\w:]+)/;
        push @rows, "sub $1"  if /^say_sub\('([\w:]+)'/;
    }
    return @rows;
}

# Which line of a program is meant by a name: the one that ends in "# NAME".
sub line_of {
    my ($name, $what) = @_;
    open my $fh, '<', $programs{$name} or die "$programs{$name}: $!";
    while (<$fh>) {
        return $. if /# $what$/;
    }
    die "$programs{$name}: no line is called $what\n";
}

# ------------------------------------------------------------------------- running

my $work = tempdir('accuracy.XXXXXX', TMPDIR => 1, CLEANUP => 1);

sub run {
    my ($stdout, @command) = @_;
    my $begin = clock_gettime(CLOCK_MONOTONIC);
    my $pid = fork() // die "fork: $!";
    if (!$pid) {
        open STDOUT, '>', $stdout or die "$stdout: $!";
        exec { $command[0] } @command or die "$command[0]: $!";
    }
    waitpid $pid, 0;
    die "@command: exit status $?\n" if $?;
    return clock_gettime(CLOCK_MONOTONIC) - $begin;
}

# What a program has said of itself, and for how long it was ready to run but others did.
sub said {
    my ($file) = @_;
    my (%said, $waited);
    open my $fh, '<', $file or die "$file: $!";
    while (<$fh>) {
        $said{"$1 $2"} = $3 if /^(line|sub) (\S+) (-?\d[\d.]*)$/;
        $waited = $1 if /^waited (\S+)$/;
    }
    return (\%said, $waited // die "$file: no word of how long it waited\n");
}

# Bare: the wall time of the process less that of one that does nothing, and what it says.
sub run_bare {
    my ($name) = @_;
    my $nothing = run("$work/said", $^X, '-e', '1');
    my $wall = run("$work/said", $^X, "-I$here", '-MTruth=waited', $programs{$name});
    my ($truth, $waited) = said("$work/said");
    $truth->{'all statements'} = $wall - $nothing - $waited;
    return $truth;
}

sub run_profiled {
    my ($name, @before) = @_;
    local $ENV{NYTPROF} = "slowops=0:file=$work/profile";
    local $ENV{PERL5LIB};
    unlink "$work/profile";
    run("$work/said", @before, "-I$here", '-MTruth=waited', $programs{$name});
    my (undef, $waited) = said("$work/said");
    # In a process of its own: the module's reader keeps what it has read.
    open my $fh, '-|', $^X, "$here/profile.pl", "$work/profile", $programs{$name} or die $!;
    my %said;
    while (<$fh>) {
        my ($what, $value) = /^(.*)\t(.*)$/ or die "profile.pl: $_";
        $said{$what} = $value;
    }
    close $fh or die "profile.pl failed\n";
    # The agent has left out by itself what the program waited.
    my %rows = ('all statements' => $said{sum} - ($before[0] eq $agent ? 0 : $waited));
    for my $row (rows_of($name)) {
        $rows{$row} = $said{$row} if $row =~ /^sub /;
        $rows{$row} = $said{ 'line ' . line_of($name, $1) } if $row =~ /^line (\S+)/;
    }
    return \%rows;
}

sub median {
    my @sorted = sort { $a <=> $b } map { $_ // 0 } @_;
    return $sorted[ @sorted / 2 ];
}

sub measure {
    my ($name) = @_;
    my %runs;
    for my $round (1 .. $rounds) {
        push @{ $runs{truth} },  run_bare($name);
        push @{ $runs{ours} },   run_profiled($name, $agent, '-q', '--', $^X);
        push @{ $runs{theirs} }, run_profiled($name, $^X, '-d:NYTProf');
    }
    my %result;
    for my $row (rows_of($name)) {
        my %all = map { my $who = $_; $who => [ map { $_->{$row} // 0 } @{ $runs{$who} } ] } keys %runs;
        my $truth = $result{$row}{truth} = median(@{ $all{truth} });
        # Each error against the truth of the same round: a machine has slow minutes.
        for my $who (qw(ours theirs)) {
            $result{$row}{$who} = $truth + median(map { $all{$who}[$_] - $all{truth}[$_] } 0 .. $rounds - 1);
        }
    }
    return \%result;
}

# ------------------------------------------------------------------------- showing

sub time_text {
    my ($s) = @_;
    return sprintf '%.1f ns', $s * 1e9 if abs $s < 1e-6;
    return sprintf '%.2f us', $s * 1e6 if abs $s < 1e-3;
    return sprintf '%.2f ms', $s * 1e3;
}

# A goal: its text, and what the error may be.  A cheap statement's is in ns, all others' relative.
sub goal_of {
    my ($row, $truth) = @_;
    return ('50 ns', 50e-9) if $row =~ /^line/ && $truth <= 100e-9;
    return ('5 %', 0.05 * $truth);
}

sub error_text {
    my ($error, $truth) = @_;
    return sprintf '%+.1f ns', $error * 1e9 if $truth <= 100e-9;
    return sprintf '%+.1f %%', $error / $truth * 100;
}

sub row_text {
    my ($name, $row, $r) = @_;
    my ($ours, $theirs) = map { $r->{$_} - $r->{truth} } qw(ours theirs);
    my ($goal, $most) = goal_of($row, $r->{truth});
    my $each = $row =~ /^line/ ? 'execution' : $row =~ /^sub/ ? 'call' : 'run';
    return join ' | ', $name, $row, $each, time_text($r->{truth}),
        time_text($r->{ours}),   error_text($ours,   $r->{truth}),
        time_text($r->{theirs}), error_text($theirs, $r->{truth}),
        $goal, (abs $ours <= $most ? 'met' : 'missed'), (abs $ours <= abs $theirs ? 'ours' : 'NYTProf');
}

sub page {
    my ($results) = @_;
    my @lines = map { row_text($_->@*) } @$results;
    my ($met, $nearer) = (scalar(grep { / met / } @lines), scalar(grep { /ours$/ } @lines));
    my $machine = machine($agent);
    my $load = first_line('/proc/loadavg', qr/^(\S+)/);
    my $table = join "\n", map {"| $_ |"} join(' | ', @columns), join(' | ', ('---') x @columns), @lines;
    my @text = map { s/\n/ /gr } split /\n{2,}/, <<"END";
# How exact the times are

This page compares programs of known cost: bare, under nytprof-bpf, and under Devel::NYTProf (`slowops=0`). The runs alternate, at real-time priority (`chrt -f 10`). The truth is the median of $rounds rounds. An error is the median of the errors of the rounds.

`sudo make accuracy` wrote this page, on $machine. The load average at the end was $load.

The truth is the time that the program takes without a profiler:

* For the sum of all statements, it is the wall time of the process minus that of `perl -e 1`. The time in which the process waited for a processor (`/proc/PID/schedstat`) is subtracted from it, and from NYTProf's sum. nytprof-bpf leaves it out itself.

* For a line or a sub, it is what the program itself measured in the bare runs. For a short one it is a loop with it minus the loop without it. So a sub's truth includes the few ns of the calling statement.

The goals: the sum of all statements and each sub within 5 %; a statement of less than 100 ns within 50 ns; nearer to the truth than NYTProf.

Goals met: $met of ${\scalar @lines}. Nearer to the truth than NYTProf: $nearer of ${\scalar @lines}.

TABLE

`tests/accuracy` has the programs. The agent measures the cost of a probe on this machine at each start (`user/attach/calibrate.c`). It goes on learning it while the program runs, from statements that take next to no time (`bpf/clock/clock.bpf.h`). It knows the cost to a few per cent. So each statement is wrong by about 10 to 30 ns, however long it is. With many short statements these errors add up. A loop of one short statement is the worst case: a probe costs less there than elsewhere, and nothing shows how much less.
END
    local $Text::Wrap::columns = 101;
    return join "\n\n", map { $_ eq 'TABLE' ? $table : wrap('', /^\*/ ? '  ' : '', $_) } @text;
}

# --------------------------------------------------------------------------- check

sub check {
    my ($file) = @_;
    open my $fh, '<', $file or die "$file: $!\n";
    my (%seen, @wrong);
    while (<$fh>) {
        next if !/^\| (.*) \|$/;
        my @cells = split / \| /, $1;
        push @wrong, "line $.: " . @cells . ' columns, not ' . @columns if @cells != @columns;
        push @wrong, "line $.: the columns are not what they are called"
            if !%seen && join('|', @cells) ne join('|', @columns);
        $seen{ $cells[0] . ', ' . ($cells[1] // '') } = 1;
    }
    for my $name (sort keys %programs) {
        $seen{"$name, $_"} or push @wrong, "no row for $name, $_" for rows_of($name);
    }
    print "    $file: $_\n" for @wrong;
    printf "%d passed, %d failed\n", @wrong ? (0, 1) : (1, 0);
    return @wrong ? 1 : 0;
}

# The kernel takes a process at real-time priority from its processor for some ms in each second.  How
# much it may have, us, or -1; sets that, and returns what was set before.
sub real_time_share {
    my ($new) = @_;
    my $file = '/proc/sys/kernel/sched_rt_runtime_us';
    chomp(my $old = first_line($file, qr/(.*)/));
    open my $fh, '>', $file or return;
    print $fh "$new\n";
    close $fh or return;
    return $old;
}

exit check($check) if defined $check;
die "$0: must be run as root\n" if $>;
# What others do on this machine is not what is measured.
system('chrt', '-f', '-p', 10, $$) == 0 or die "$0: no chrt\n";
my $share = real_time_share(-1);
END { real_time_share($share) if defined $share }
my @results;
for my $name (@ARGV ? @ARGV : sort keys %programs) {
    my $result = measure($name);
    for my $row (rows_of($name)) {
        push @results, [ $name, $row, $result->{$row} ];
        print row_text($name, $row, $result->{$row}), "\n";
    }
}
open my $fh, '>', $out or die "$out: $!";
print $fh page(\@results);
close $fh or die "$out: $!";
