# SPDX-License-Identifier: GPL-2.0-or-later
#
# One run of one program under one tool, with its times: for bench.pl.

use strict;
use warnings;
use Fcntl qw(SEEK_SET);
use JSON::PP ();
use POSIX ();
use Time::HiRes qw(time);

our ($agent, $here, $work);

# The tools: how a perl is called under each, and what it is told by NYTPROF.
our %TOOL = (
    bare           => { perl => ['perl'] },
    nytprof        => { perl => [ 'perl', '-d:NYTProf' ], nytprof => '' },
    nytprof_stmts0 => { perl => [ 'perl', '-d:NYTProf' ], nytprof => 'stmts=0' },
    ours           => { perl => ['perl'], agent => [] },
    ours_stmts0    => { perl => ['perl'], agent => ['--stmts=0'] },
    floor          => { perl => ['perl'], agent => ['--empty-probes'] },
    floor_stmts0   => { perl => ['perl'], agent => [ '--empty-probes', '--stmts=0' ] },
);

sub set_bpf_stats {
    my ($on) = @_;
    open my $fh, '>', '/proc/sys/kernel/bpf_stats_enabled' or return;
    print $fh "$on\n";
    close $fh;
    return;
}

# The bytes of all profiles of a run.
sub profile_bytes {
    my $sum = 0;
    $sum += -s for glob "$work/profile*";
    return $sum;
}

# Processor time of the agent between two looks at it, s.
sub agent_cpu {
    my @ticks = map { (split ' ', slurp("$work/stat.$_") =~ s/.*\)//r)[ 11, 12 ] } qw(before after);
    return 0 if @ticks != 4;
    return ($ticks[2] + $ticks[3] - $ticks[0] - $ticks[1]) / POSIX::sysconf(POSIX::_SC_CLK_TCK());
}

# What the kernel says of the agent's programs, by name, and of its maps.
sub kernel_counts {
    my $progs = slurp("$work/progs") or return ({}, 0);
    my %name = map { $_->{id} => $_->{name} // '' } @{ JSON::PP::decode_json($progs) };
    my (%progs, %maps);
    for my $text (split /^pos:/m, slurp("$work/fdinfo")) {
        my %of = $text =~ /^(\w+):\s*(\S+)$/mg;
        $maps{ $of{map_id} } = $of{memlock} if $of{map_id};
        $progs{ $name{ $of{prog_id} } } = { hits => $of{run_cnt}, ns => $of{run_time_ns} } if $of{prog_id} && $of{run_cnt};
    }
    my $memory = 0;
    $memory += $_ for values %maps;
    return (\%progs, $memory);
}

# Runs a program; returns all that was seen, times in s, sizes in bytes.
sub run_one {
    my ($program, $tool, %how) = @_;
    my $t = $TOOL{$tool};
    local $ENV{BENCH_OUT} = $work;
    local $ENV{BENCH_STATS} = $how{stats} // '';
    local $ENV{LC_ALL} = 'C';
    delete local $ENV{NYTPROF};
    $ENV{NYTPROF} = join ':', "file=$work/profile", $t->{nytprof} || () if defined $t->{nytprof};
    unlink glob "$work/*";
    my @command = ("$here/inside.sh", map { $_ eq 'PERL' ? @{ $t->{perl} } : $_ } @{ $program->{argv} });
    @command = ($agent, @{ $t->{agent} }, '-o', "$work/profile", '--', @command) if $t->{agent};
    my $begin = time;
    my $pid = fork() // die "fork: $!\n";
    if (!$pid) {
        open STDERR, '>', "$work/said" or die;
        exec { $command[0] } @command or die "$command[0]: $!\n";
    }
    waitpid $pid, 0;
    my $end = time;
    # An agent that has recorded nothing says so by its status.
    die "@command: status ", $? >> 8, "\n", slurp("$work/said"), slurp("$work/stderr") if $? && $tool !~ /^floor/;
    my ($wall, $user, $sys) = split ' ', slurp("$work/time");
    my %seen = (status => slurp("$work/status") + 0, wall => $wall, cpu => $user + $sys, bytes => profile_bytes(), finish => $end - slurp("$work/end"),
        whole => $end - $begin);
    $seen{wall} = $1 if slurp("$work/ab") =~ /^Time taken for tests:\s+(\S+)/m;
    $seen{failed} = $1 if slurp("$work/ab") =~ /^Failed requests:\s+(\d+)/m;
    $seen{agent_cpu} = agent_cpu();
    my $memory = slurp("$work/status.after");
    ($seen{agent_rss})  = map { $_ * 1024 } $memory =~ /^VmRSS:\s*(\d+)/m;
    ($seen{agent_peak}) = map { $_ * 1024 } $memory =~ /^VmHWM:\s*(\d+)/m;
    @seen{qw(stmts calls)} = ($1, $2) if slurp("$work/said") =~ /: (\d+) statements? on \d+ lines?, (\d+) calls?/;
    @seen{qw(progs map_bytes)} = kernel_counts() if $how{stats};
    return \%seen;
}

1;
