#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What does a recording cost?  Runs programs bare, under Devel::NYTProf, under nytprof-bpf, and
# under nytprof-bpf with empty probes, in turn.  Also measures the agent.  Writes
# docs/performance.md.
#
#   bench.pl [--agent PROGRAM] [--rounds N] [--out FILE] [PROGRAM ...]
#   bench.pl --page [--out FILE]       makes the page again from the last measurement
#   bench.pl --check FILE              is FILE what this program writes: all rows, all columns?
#
# Programs named on the command line run alone, and the results are printed.  build/bench.json keeps
# the measurement.  Needs root, a machine without other load, and about twenty minutes.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Getopt::Long;
use JSON::PP ();

our $here = abs_path(dirname(__FILE__));
our $top  = abs_path("$here/../..");
our $work = tempdir('bench.XXXXXX', TMPDIR => 1, CLEANUP => 1);
our $agent = "$top/build/nytprof-bpf";
our (%TOOL, @PROGRAMS);
chmod 0755, $work;
$| = 1;

GetOptions(
    'agent=s'  => \$agent,
    'rounds=i' => \(my $rounds = 5),
    'out=s'    => \(my $out = "$top/docs/performance.md"),
    'page'     => \my $page_only,
    'check=s'  => \my $check,
) or die "usage: $0 [--agent PROGRAM] [--rounds N] [--out FILE] [PROGRAM ...] | --page [--out FILE] | --check FILE\n";
my $kept = "$top/build/bench.json";

@PROGRAMS = do "$here/programs.pl" or die "programs.pl: $@ $!\n";
require "$here/$_.pl" for qw(run single reading page);
require "$top/tests/$_.pl" for qw(files machine);

sub median {
    my @sorted = sort { $a <=> $b } grep {defined} @_;
    return undef if !@sorted;
    return ($sorted[ @sorted / 2 ] + $sorted[ (@sorted - 1) / 2 ]) / 2;
}

# All tools in turn, as often as there are rounds; medians, and one more run with the kernel's counts.
sub measure {
    my ($program) = @_;
    my (%runs, %result);
    for my $round (1 .. $rounds) {
        for my $tool (sort keys %TOOL) {
            my $run = run_one($program, $tool);
            my $bare = $runs{bare} ? $runs{bare}[0] : $run;
            $run->{status} == $bare->{status} or die "$program->{name}: ends with status $run->{status} under $tool, else with $bare->{status}\n";
            push @{ $runs{$tool} }, $run;
        }
    }
    for my $tool (keys %TOOL) {
        my @runs = @{ $runs{$tool} };
        my %keys = map { map { $_ => 1 } keys %$_ } @runs;
        for my $key (keys %keys) {
            $result{$tool}{$key} = median(map { $_->{$key} } @runs);
        }
        # Against the others of the same round: a machine has slow minutes.
        for my $other (qw(bare nytprof nytprof_stmts0 floor)) {
            $result{$tool}{"to_$other"}{$_} = ratio(\%runs, $tool, $other, $_) for qw(wall cpu whole);
        }
    }
    $result{overhead}{$_} = overhead(\%runs, $_, /stmts0/ ? 'nytprof_stmts0' : 'nytprof') for qw(ours floor ours_stmts0 floor_stmts0);
    set_bpf_stats(1);
    $result{counted} = run_one($program, 'ours', stats => 1);
    set_bpf_stats(0);
    return \%result;
}

sub ratio {
    my ($runs, $tool, $other, $key) = @_;
    return median(map { $runs->{$tool}[$_]{$key} / ($runs->{$other}[$_]{$key} || 1e-9) } 0 .. $rounds - 1);
}

# What one tool adds to the bare program, in terms of what another does.
sub overhead {
    my ($runs, $tool, $other) = @_;
    my @wall = map { my $t = $_; [ map { $_->{wall} } @{ $runs->{$t} } ] } $tool, $other, 'bare';
    return median(map { ($wall[0][$_] - $wall[2][$_]) / ($wall[1][$_] - $wall[2][$_] || 1e-9) } 0 .. $rounds - 1);
}

if ($check) {
    exit check_page($check);
}
if (!$page_only) {
    my %want = map { $_ => 1 } @ARGV;
    my %known = map { $_->{name} => 1 } @PROGRAMS;
    $known{$_} or die "$0: no program \"$_\": there are @{[ sort keys %known ]}\n" for @ARGV;
    my %results = (rounds => $rounds, machine => machine($agent));
    for my $program (grep { !@ARGV || $want{ $_->{name} } } @PROGRAMS) {
        print "$program->{name} ...\n";
        $results{programs}{ $program->{name} } = measure($program);
    }
    if (@ARGV) {
        print tables(\%results);
        exit 0;
    }
    $results{single} = measure_singles();
    $results{load} = (split ' ', slurp('/proc/loadavg'))[0];
    spew('>', $kept, JSON::PP->new->canonical->pretty->encode(\%results));
}
spew('>', $out, page(JSON::PP::decode_json(slurp($kept) || die "$0: nothing was measured yet\n")));
print "$out\n";
