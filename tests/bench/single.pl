# SPDX-License-Identifier: GPL-2.0-or-later
#
# Measurements that are made once, not for each program: for bench.pl.

use strict;
use warnings;
use Time::HiRes qw(time);

our ($agent, $here, $top, $work);

sub inline {
    my ($code) = @_;
    return { argv => [ 'PERL', '-e', $code ] };
}

# A great many executions of few statements: is writing them as fast as writing few?
sub many_statements {
    my $run = run_one(inline('my $x = 0; for (1 .. 50_000_000) { $x++; $x++ }'), 'ours');
    return { map { $_ => $run->{$_} } qw(stmts bytes finish agent_rss agent_peak) };
}

# What the agent takes while one process is busy, for long enough that its start counts for little: %.
sub steady {
    my $code = 'use Time::HiRes qw(time); sub f { my $n = shift; return $n % 3 } my $s = 0; my $end = time + 12; while (time < $end) { $s += f($_) for 1 .. 1000 }';
    my $run = run_one(inline($code), 'ours');
    return 100 * $run->{agent_cpu} / $run->{wall};
}

# The same code for longer: does the profile grow?
sub growth {
    my @bytes;
    for my $turns (20_000, 200_000) {
        my $code = 'sub f { my $n = shift; return $n % 3 } my $s = 0; for my $i (1 .. TURNS) { $s += f($i); $s -= 1 if $s > 5 }';
        push @bytes, run_one(inline($code =~ s/TURNS/$turns/r), 'ours')->{bytes};
    }
    return $bytes[1] / $bytes[0];
}

# Starts a program whose standard error goes to a file; its pid.
sub start {
    my ($said, @command) = @_;
    my $pid = fork() // die "fork: $!\n";
    return $pid if $pid;
    open STDERR, '>', $said or die "$said: $!\n";
    exec { $command[0] } @command or die "$command[0]: $!\n";
}

# The processor time of a perl beside another one, which is busy by itself, watched, or busy in the kernel.
sub beside {
    my ($how) = @_;
    my $busy = start('/dev/null', 'perl', '-e', $how eq 'kernel' ? 'while (1) { getppid }' : 'my $x = 0; while (1) { $x++ }');
    my $recorder;
    if ($how eq 'watched') {
        $recorder = start("$work/said", $agent, '-v', '-o', "$work/profile", '--pid', $busy);
        select undef, undef, undef, 0.1 until slurp("$work/said") =~ /: recording / || !kill 0, $recorder;
    }
    select undef, undef, undef, 1;
    my @begin = times;
    system 'perl', '-e', 'my $x = 0; $x++ for 1 .. 60_000_000';
    my @end = times;
    kill 'KILL', $busy;
    waitpid $_, 0 for grep {$_} $busy, $recorder;
    return $end[2] + $end[3] - $begin[2] - $begin[3];
}

# Does a perl that is not watched pay for one that is?
sub unwatched {
    my (@watched, @kernel);
    for (1 .. 9) {
        my %took = map { $_ => beside($_) } qw(user watched kernel);
        push @watched, $took{watched} / $took{user};
        push @kernel,  $took{kernel} / $took{user};
    }
    return { watched => median(@watched), kernel => median(@kernel) };
}

# The agent with that many processes at once.
sub processes {
    my ($cnt) = @_;
    my $code = 'for (1 .. CNT) { next if fork; my $x = 0; $x++ for 1 .. 100; sleep 5; exit } 1 while wait > 0';
    my $run = run_one(inline($code =~ s/CNT/$cnt/r), 'ours', stats => 1);
    return { processes => $cnt, rss => $run->{agent_rss}, maps => $run->{map_bytes} };
}

# nytprofhtml on our profile and on NYTProf's.
sub html_time {
    my %took;
    for my $tool (qw(ours nytprof)) {
        run_one((grep { $_->{name} eq 'weblog' } our @PROGRAMS)[0], $tool);
        my $begin = time;
        system("nytprofhtml --no-flame -f $work/profile -o $work/html >/dev/null 2>&1") == 0 or die "nytprofhtml failed\n";
        $took{$tool} = time - $begin;
    }
    return $took{ours} / $took{nytprof};
}

sub measure_singles {
    print "statements by the million, growth, other processes, many processes, nytprofhtml, reading ...\n";
    return {
        many      => many_statements(),
        steady    => steady(),
        growth    => growth(),
        unwatched => unwatched(),
        processes => [ map { processes($_) } 1, 1000 ],
        html      => html_time(),
        reading   => measure_reading($agent, 3, 1e8),
    };
}

1;
