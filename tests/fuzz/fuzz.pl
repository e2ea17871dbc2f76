#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs libFuzzer's targets, several at a time:
#
#   tests/fuzz/fuzz.pl --seconds 60 [--jobs 2] [TARGET...]   each for this long; --afresh: anew;
#                                                            --profiles 120: those that read profiles
#   tests/fuzz/fuzz.pl --corpus [TARGET...]                  each once, with the kept inputs
#
# tests/fuzz/corpus/TARGET has the kept inputs.  Inputs of fixed crashes are among them.
# build/fuzz/corpus/TARGET gets what a run finds.  build/fuzz/found/TARGET-* gets inputs that make a
# target crash, hang or use too much memory.  A target passes if it has executed all kept inputs,
# and none was bad.  The last line has the counts.

use strict;
use warnings;

use File::Path qw(make_path remove_tree);
use Getopt::Long;

my $BUILD = 'build/fuzz';
# An execution takes half a second: no time to begin with short inputs.
my %OPTIONS = (perl => ['-len_control=0', '-max_len=449']);
my %READS_PROFILES = map { $_ => 1 } qw(diff export html report verify);
my ($seconds, $jobs, $corpus, $afresh, $profiles) = (60, 2, 0, 0);
GetOptions('seconds=i' => \$seconds, 'profiles=i' => \$profiles, 'jobs=i' => \$jobs, 'corpus' => \$corpus, 'afresh' => \$afresh) or exit 2;
my $FOUND = $afresh ? "$BUILD/afresh" : "$BUILD/corpus";

my @targets = @ARGV ? @ARGV : map { m{/fuzz_(\w+)\.c$} ? $1 : () } sort glob 'tests/fuzz/fuzz_*.c';

# Both ways may run at the same time.
sub log_of { return "$BUILD/$_[0]" . ($corpus ? '-corpus' : '') . '.log' }

sub inputs_of { return grep { -f } glob "tests/fuzz/corpus/$_[0]/*" }

sub time_of { return $READS_PROFILES{ $_[0] } ? $profiles // $seconds : $seconds }

# In a child: becomes the target, for its time, or for so many inputs.
sub become {
    my ($target, $runs) = @_;
    remove_tree "$FOUND/$target" if $afresh;
    make_path "$FOUND/$target", "$BUILD/found";
    open STDOUT, '>', log_of($target) or die;
    open STDERR, '>&', \*STDOUT or die;
    $ENV{ASAN_OPTIONS}  = 'allocator_may_return_null=1:detect_leaks=1';
    $ENV{UBSAN_OPTIONS} = 'print_stacktrace=1';
    my $time = time_of($target);
    my @how  = $corpus ? '-runs=0' : ($runs ? "-runs=$runs" : "-max_total_time=$time", "$FOUND/$target");
    exec "$BUILD/tests/fuzz/fuzz_$target", '-print_final_stats=1', '-timeout=300', '-rss_limit_mb=2048',
        '-malloc_limit_mb=512', "-artifact_prefix=$BUILD/found/$target-", @{ $OPTIONS{$target} || [] }, @how, "tests/fuzz/corpus/$target"
        or die "$target: $!: run make fuzz";
}

# What is wrong, '' if nothing is; how many inputs were executed; what the code that was reached amounts to.
sub judge {
    my ($target, $status) = @_;
    open my $in, '<', log_of($target) or return ("no log: $!", 0, '');
    my @lines = <$in>;
    my ($executed) = map { /^stat::number_of_executed_units:\s*(\d+)/ ? $1 : () } @lines;
    my ($reached) = map { /cov: (\d+ ft: \d+)/ ? $1 : () } reverse @lines;
    my ($bad) = grep { /ERROR: |runtime error:|^SUMMARY: / } @lines;
    my $kept = inputs_of($target);
    $executed ||= 0;
    return ($bad || "exit status $status", $executed, $reached || '') if $status;
    return ('there is no input to begin with', $executed, '') if !$kept;
    return ("it has executed $executed inputs, and $kept are kept", $executed, '') if $executed < $kept;
    return ("it has executed $executed inputs, which are those that are kept", $executed, '')
        if !$corpus && $executed < $kept + 10;
    return ('', $executed, $reached || '');
}

my (%running, %again, $passed, $failed);
($passed, $failed) = (0, 0);

sub start {
    my ($target, $runs) = @_;
    my $pid = fork // die "fork: $!";
    become($target, $runs) if !$pid;
    $running{$pid} = $target;
    return;
}

# A slow machine has just executed what is kept when the time is over: then the target goes on for some inputs more.
sub finish_one {
    my $pid = wait;
    my $target = delete $running{$pid} or return;
    my ($bad, $executed, $reached) = judge($target, $? >> 8 || $? & 127);
    return start($target, inputs_of($target) + 20) if !$? && $executed && $bad && !$corpus && !$again{$target}++;
    $bad ? $failed++ : $passed++;
    printf "%s fuzz_%s: %d inputs%s\n", $bad ? 'FAIL' : 'ok', $target, $executed, $reached ? ", cov $reached" : '';
    return if !$bad;
    chomp $bad;
    print "    $bad\n    see ", log_of($target), ", and $BUILD/found/$target-* for the input\n";
}

$| = 1;
# The longest first, or one of them runs alone at the end.
for my $target (sort { time_of($b) <=> time_of($a) } @targets) {
    finish_one() while keys %running >= $jobs;
    start($target);
}
finish_one() while %running;
print "$passed passed, $failed failed\n";
exit($failed ? 1 : 0);
