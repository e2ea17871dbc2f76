#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a statement costs with one process of --pid, and with many: the others wait. By turns, with a
# copy of this perl, which nobody else runs. Prints the medians of the nanoseconds that a statement
# takes, and their ratio without what it takes bare.
#
#   perl tests/bench/many_pids.pl AGENT [--rounds=9] [--workers=60] [--statements=1000000]
use strict;
use warnings;
use File::Copy 'copy';
use File::Temp 'tempdir';
use Getopt::Long;
use IO::Handle;
use List::Util 'sum';
use Time::HiRes qw(clock_gettime sleep CLOCK_PROCESS_CPUTIME_ID);

my ($rounds, $workers, $statements, $work) = (9, 60, 1_000_000);
GetOptions('rounds=i' => \$rounds, 'workers=i' => \$workers, 'statements=i' => \$statements, 'work' => \$work)
    && ($work || @ARGV == 1)
    or die "usage: perl many_pids.pl AGENT [--rounds=N] [--workers=N] [--statements=N]\n";

# For each line that it reads it prints what a statement takes.
if ($work) {
    STDOUT->autoflush;
    print "up\n";
    while (<STDIN>) {
        my $begin = clock_gettime(CLOCK_PROCESS_CPUTIME_ID);
        my $sum   = 0;
        for my $i (1 .. $statements / 4) {
            $sum += $i;
            $sum ^= 1;
            $sum -= $i;
            $sum ^= 1;
        }
        printf "%.2f\n", (clock_gettime(CLOCK_PROCESS_CPUTIME_ID) - $begin) / $statements * 1e9;
    }
    exit 0;
}

my $agent = $ARGV[0];
my $dir   = tempdir(CLEANUP => 1);
copy($^X, "$dir/perl") && chmod(0755, "$dir/perl") or die "copy $^X: $!\n";

my @workers = map {
    pipe(my $in, my $to)   or die "pipe: $!\n";
    pipe(my $from, my $out) or die "pipe: $!\n";
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open STDIN,  '<&', $in;
        open STDOUT, '>&', $out;
        exec "$dir/perl", $0, '--work', "--statements=$statements" or die "exec: $!\n";
    }
    $to->autoflush;
    <$from>;
    { pid => $pid, to => $to, from => $from };
} 1 .. $workers;

sub ask {
    my ($w) = @_;
    print { $w->{to} } "go\n";
    return readline($w->{from}) + 0;
}

# Waits until the recorder says that.
sub await_text {
    my ($text) = @_;
    for (1 .. 600) {
        open my $log, '<', "$dir/log" or die "$dir/log: $!\n";
        return if grep { /$text/ } <$log>;
        sleep 0.1;
    }
    die "no '$text' in a minute\n";
}

sub recorded {
    my ($share, @pids) = @_;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open STDERR, '>', "$dir/log";
        open STDOUT, '>', '/dev/null';
        exec $agent, '-v', '-o', "$dir/out", '--pid', join(',', @pids) or die "exec: $!\n";
    }
    sleep 0.1 until -e "$dir/log";
    await_text('recording');
    await_text('share the probes of') if $share;
    ask($workers[0]);
    my $ns = ask($workers[0]);
    kill INT => $pid;
    waitpid $pid, 0;
    unlink "$dir/log";
    return $ns;
}

my (@bare, @one, @many);
for (1 .. $rounds) {
    push @bare, ask($workers[0]);
    push @one,  recorded(0, $workers[0]{pid});
    push @many, recorded(1, map { $_->{pid} } @workers);
}
close $_->{to} for @workers;
waitpid $_->{pid}, 0 for @workers;

sub median { return (sort { $a <=> $b } @_)[ @_ / 2 ] }
my ($bare, $one, $many) = (median(@bare), median(@one), median(@many));
printf "a statement: bare %.0f ns, with one process %.0f ns, with %d %.0f ns: %.2f times what one adds\n", $bare,
    $one, $workers, $many, ($many - $bare) / ($one - $bare);
