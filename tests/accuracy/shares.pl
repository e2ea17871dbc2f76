#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Do samples say how the processor's time is shared?  Runs ten programs under --mode=sample, and writes
# docs/sampling-accuracy.md: the share of each part, as the program measured it in that very run with its own
# CPU clock, and as the samples say.
#
#   shares.pl [--agent PROGRAM] [--rate HZ] [--seconds N] [--out FILE] [PROGRAM ...]
#   shares.pl --check FILE     is FILE what this program writes: all parts?
#
# It measures and does not judge: it fails only if a program or the agent does.
#
# tests/accuracy/shares/*.pl are the programs.  Needs root.  Other load does not matter: the truth is processor
# time too.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(basename dirname);
use File::Temp qw(tempdir);
use Getopt::Long;
use Text::Wrap qw(wrap);
use Time::HiRes qw(clock_gettime CLOCK_PROCESS_CPUTIME_ID);

my $here = abs_path(dirname(__FILE__));
my $top  = abs_path("$here/../..");
require "$top/tests/machine.pl";
require "$top/tests/files.pl";

GetOptions(
    'agent=s'   => \(my $agent = "$top/build/nytprof-bpf"),
    'rate=i'    => \(my $rate = 999),
    'seconds=i' => \(my $seconds = 8),
    'out=s'     => \(my $out = "$top/docs/sampling-accuracy.md"),
    'check=s'   => \my $check,
) or die "usage: $0 [--agent PROGRAM] [--rate HZ] [--seconds N] [--out FILE] [PROGRAM ...] | --check FILE\n";

my $GOAL = 2;    # points
my $shortest = 9;    # seconds between two readings of a program's clock
my %programs = map { basename($_, '.pl') => $_ } glob "$here/shares/*.pl";

# The parts of a program, without running it.
sub parts_of { return slurp($programs{ $_[0] }) =~ /^part\('(\w+)'/mg }

if ($check) {
    my %row = map { $_ => 1 } slurp($check) =~ /^\| (\w+ \| \w+) \|/mg;
    my @missing = grep { !$row{$_} } map { my $name = $_; map { "$name | $_" } parts_of($name) } sort keys %programs;
    print map { "$check has no row $_\n" } @missing;
    print @missing ? "0 passed, 1 failed\n" : "1 passed, 0 failed\n";
    exit($#missing >= 0 ? 1 : 0);
}

# Shares in per cent, by part: what the program says, and what its profile says; and the number of samples.
sub run_program {
    my ($name) = @_;
    my $dir  = tempdir(CLEANUP => 1);
    my $said = qx{$agent -q --mode=sample --rate=$rate --no-off-cpu -o $dir/out -- $^X -I$here/shares $programs{$name} $seconds};
    die "$name: status $?\n" if $?;
    my ($least) = $said =~ /^shortest ([\d.]+)$/m;
    $shortest = $least if $least < $shortest;
    my %true = $said =~ /^part (\w+) ([\d.]+)$/mg;
    my (%sampled, $samples);
    for (qx{$^X $top/tests/e2e/profile.pl $dir/out}) {
        $sampled{$1} = $2 if /^sub main::(\w+) \d+ (\S+) / && exists $true{$1};
        $samples += $1 if /^line \S+:\d+ (\d+) /;
    }
    for my $shares (\%true, \%sampled) {
        my $sum = 0;
        $sum += $_ for values %$shares;
        $_ *= 100 / $sum for values %$shares;
    }
    return (\%true, \%sampled, $samples);
}

# What it takes to read the clock, in seconds.
sub reading {
    my $from = clock_gettime(CLOCK_PROCESS_CPUTIME_ID);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID) for 1 .. 10_000;
    return (clock_gettime(CLOCK_PROCESS_CPUTIME_ID) - $from) / 10_000;
}

my ($rows, $worst, $parts, $within) = ('', 0, 0, 0);
my @names = @ARGV ? @ARGV : sort keys %programs;
for my $name (@names) {
    my ($true, $sampled, $samples) = run_program($name);
    for my $part (parts_of($name)) {
        my $off = ($sampled->{$part} // 0) - $true->{$part};
        $parts++;
        $within++ if abs($off) <= $GOAL;
        $worst = abs $off if abs $off > $worst;
        $rows .= sprintf "| %s | %s | %.1f %% | %.1f %% | %+.1f | %d |\n", $name, $part, $true->{$part}, $sampled->{$part} // 0, $off, $samples;
        print +(split /\n/, $rows)[-1], "\n";
    }
}
my $programs = @names;
my $machine = machine($agent);
$Text::Wrap::columns = 101;
my $made = wrap('', '', "`sudo make accuracy` wrote this page, on $machine.");
my ($least, $reading) = (sprintf("%.2f ms", 1000 * $shortest), sprintf "%.1f us", 1e6 * reading());
my $most = sprintf "%.1f", $worst;
spew('>', $out, <<"MD") if !@ARGV;
# What samples say of the shares of subs

The samples of `--mode=sample --rate=$rate --no-off-cpu` say where the processor's time goes. This
page compares them with the truth, on $programs programs. Each has parts, which are subs, and takes
about $seconds s. The program itself reads its CPU clock (`CLOCK_PROCESS_CPUTIME_ID`) before and
after it calls a part some times. That is the truth of the same run. The shortest time between two
readings was $least, and a reading took $reading. The share of a part is the inclusive time of its
sub.

$made

The goal: each share within $GOAL points of the truth. $within of $parts are. The worst is $most points off.

| program | part | truth | samples | points | samples taken |
| --- | --- | --- | --- | --- | --- |
$rows
MD
printf "%d of %d shares within %d points, the worst %.1f points off\n", $within, $parts, $GOAL, $worst;
