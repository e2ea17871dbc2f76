# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs a program bare and under the profilers.  For accuracy.pl.
#
# All that is compared runs on one processor.  Others on the machine can't take it, as what runs there
# has real-time priority.  The agent does not: it finds another processor.
#
# The agent's sum is measured by turns: while the profiled program runs, bare ones run one after the
# other on the same processor.  The kernel gives each 50 ms in turn (SCHED_RR).  So all of them see the
# same slow and fast phases of the machine.  A process that is not at its turn waits for a processor,
# and the agent leaves that out.  Turns by SIGSTOP and SIGCONT would not do: a process that is stopped
# sleeps, and the agent adds that to the statement.  (Stopped for 1 s, three.pl had a sum of 1.03 s in
# place of 0.03 s.)
#
# NYTProf's sum can't be measured by turns: it has the waiting of perl's code, and not that of
# NYTProf's own.  The kernel tells only the sum of both (/proc/PID/schedstat).  So NYTProf runs between
# bare runs, and has the processor for itself.
#
# Measured alone like NYTProf, the agent's sum of three.pl is the same: 7.7 (6.7 to 12.4) ns for each
# hit, and 9.3 (8.8 to 11.8) by turns, in five rounds on a quiet machine.

use strict;
use warnings;
use List::Util qw(shuffle sum);
use Time::HiRes qw(clock_gettime sleep CLOCK_MONOTONIC);
require 'sys/syscall.ph';

our ($agent, $here, $work, $rounds);

my $TURN_MS = 50;
my $BESIDE  = 3;
my @pinned = ('taskset', '-c', qx{nproc} - 1, 'chrt', '-r', 10);
my @spin = ('timeout', 0.1, 'sh', '-c', 'while :; do :; done');

# ------------------------------------------------------------------------- processes

sub start {
    my (@command) = @_;
    my $pid = fork() // die "fork: $!";
    return $pid if $pid;
    open STDOUT, '>', "$work/stdout.$$" or die "stdout: $!";
    open STDERR, '>', "$work/stderr.$$" or die "stderr: $!";
    exec { $command[0] } @command or die "$command[0]: $!\n";
}

# Waits for a process; its status, its processor time in s, and what it has written.
sub end_of {
    my ($pid) = @_;
    my ($status, $usage) = (pack('i', 0), "\0" x 256);
    syscall(SYS_wait4(), $pid, $status, 0, $usage) == $pid or die "wait4: $!";
    my ($user_s, $user_us, $sys_s, $sys_us) = unpack 'q4', $usage;
    my %end = (status => unpack('i', $status) >> 8, cpu => $user_s + $sys_s + ($user_us + $sys_us) / 1e6);
    for my $what (qw(stdout stderr)) {
        $end{$what} = slurp("$work/$what.$pid");
        unlink "$work/$what.$pid";
    }
    return \%end;
}

# Has the process neither ended nor become a zombie?
sub runs { my ($pid) = @_; return slurp("/proc/$pid/stat") =~ /\) [^ZX]/ }

sub run_pinned {
    my (@command) = @_;
    my $begin = clock_gettime(CLOCK_MONOTONIC);
    my $end = end_of(start(@pinned, @command));
    $end->{wall} = clock_gettime(CLOCK_MONOTONIC) - $begin;
    return $end;
}

# What Truth.pm has said at the end: for how long the program ran, and was ready while others did, s.
sub ran_and_waited {
    my ($end) = @_;
    $end->{stderr} =~ /^ran (\S+) waited (\S+)$/m or die "no word of how long it ran\n$end->{stderr}";
    return ($1, $2);
}

sub must_be_right {
    my ($program, $end) = @_;
    $end->{status} == ($program->{status} // 0) or die "$program->{name}: exit status $end->{status}\n$end->{stderr}";
    return $end;
}

# ----------------------------------------------------------------------------- one run

sub perl_of { my ($program) = @_; return ("-I$here", '-MTruth=schedstat', @{ $program->{argv} }) }

# Bare: what the process takes less what one takes that does nothing, and what it says of its parts.
sub run_bare {
    my ($program) = @_;
    my $nothing = run_pinned($^X, '-e', '1');
    my $end = must_be_right($program, run_pinned($^X, perl_of($program)));
    my (undef, $waited) = ran_and_waited($end);
    my $sum = $program->{sleeps} ? $end->{wall} - $nothing->{wall} - $waited : $end->{cpu} - $nothing->{cpu};
    my %said = $end->{stdout} =~ /^((?:line|sub|builtin) \S+) (-?\d[\d.]*)$/mg;
    return { sum => $sum, %said };
}

# The means of some bare runs.
sub truth_of {
    my (@bare) = @_;
    return { map { my $what = $_; $what => sum(map { $_->{$what} } @bare) / @bare } keys %{ $bare[0] } };
}

# Starts a program under one of the two; its first process, and that of perl.
sub start_profiled {
    my ($program, $who, $slowops) = @_;
    local $ENV{NYTPROF} = "slowops=$slowops:file=$work/profile";
    local $ENV{PERL5LIB};
    unlink "$work/profile", "$work/pid";
    my @gate = (@pinned, "$here/gate.sh", "$work/pid", $^X);
    my $pid = start($who eq 'ours' ? ($agent, '-q', '--', @gate) : (@gate, '-d:NYTProf'), perl_of($program));
    until (-e "$work/pid") {
        runs($pid) or die "$program->{name} under $who: " . end_of($pid)->{stderr};
        sleep 0.001;
    }
    return ($pid, slurp("$work/pid") + 0);
}

# What the profile says, and how long the processor ran.
sub read_profile {
    my ($program, $who, $end) = @_;
    must_be_right($program, $end);
    # In a process of its own: the module's reader keeps what it has read.
    open my $fh, '-|', $^X, "$here/profile.pl", "$work/profile", $program->{argv}[0] or die $!;
    my %seen = map { /^(.*)\t(.*)$/ } <$fh>;
    close $fh or die "profile.pl failed\n";
    ($seen{ran}) = ran_and_waited($end);
    return \%seen;
}

# A profiled run, and bare ones by turns with it.  They are its truth.
sub run_by_turns {
    my ($program, $who, $slowops) = @_;
    my ($pid, $perl) = start_profiled($program, $who, $slowops);
    my @bare;
    do { push @bare, run_bare($program) } while runs($perl);
    my $seen = read_profile($program, $who, end_of($pid));
    return { %$seen, truth => truth_of(@bare) };
}

# A profiled run between bare ones.  They are its truth.
sub run_between {
    my ($program, $who, $slowops) = @_;
    run_pinned(@spin);
    my @bare = map { run_bare($program) } 1 .. $BESIDE;
    my ($pid) = start_profiled($program, $who, $slowops);
    my $seen = read_profile($program, $who, end_of($pid));
    push @bare, map { run_bare($program) } 1 .. $BESIDE;
    return { %$seen, truth => truth_of(@bare) };
}

# Both profilers in each round, in any order, each with a truth of its own.  The first round only makes
# files and processors warm.
sub measure {
    my ($program, $slowops) = @_;
    # One that sleeps has no turns: it leaves the processor anyway.
    my %how = (ours => $program->{sleeps} ? \&run_between : \&run_by_turns, theirs => \&run_between);
    my @seen;
    for my $round (0 .. $rounds) {
        my %round = map { $_ => $how{$_}->($program, $_, $slowops) } shuffle(sort keys %how);
        push @seen, \%round if $round;
    }
    return \@seen;
}

# ---------------------------------------------------------------------- the kernel's settings

my %before;

# Sets one of the kernel's settings of real-time scheduling until the end.
sub set_until_end {
    my ($name, $value) = @_;
    my $file = "/proc/sys/kernel/$name";
    $before{$file} //= slurp($file);
    spew('>', $file, "$value\n");
    return;
}

sub prepare_kernel {
    $SIG{$_} = sub { exit 1 } for qw(INT TERM HUP);
    set_until_end('sched_rr_timeslice_ms', $TURN_MS);
    # Else the kernel takes the processor from real-time processes for some ms in each second.
    set_until_end('sched_rt_runtime_us', -1);
    return;
}

my $main = $$;
END {
    if ($$ == ($main // 0)) { spew('>', $_, $before{$_}) for keys %before }
}

1;
