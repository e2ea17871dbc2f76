#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Tries what can stay on (samples, waits, dump, top, exact counts on demand, the budget) on a kernel:
#
#   staying.pl [--results FILE]          on this kernel; root.  --emulated: without what an emulator can't show
#                                        --only PATTERN: of the tries only some; their rows replace the old ones
#   staying.pl --kernel SUITE|here ...   on the kernel of a Debian release in qemu, or on this one; the results
#                                        go into staying.tsv, from which versions.pl --write makes a table
#
# A result is "works", or what the agent said, or what was missing.  The last line has the counts.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Getopt::Long;
use POSIX qw(strftime uname :sys_wait_h);
use Time::HiRes qw(sleep time);

my $here   = abs_path(dirname(__FILE__));
my $top    = abs_path("$here/../..");
my $agent  = "$top/build/nytprof-bpf";
my $record = "$here/staying.tsv";
require "$top/tests/files.pl";
$| = 1;

GetOptions('results=s' => \my $results, 'kernel=s' => \my @kernels, 'emulated' => \my $emulated, 'only=s' => \(my $only = ''), 'limit=i' => \(my $limit = 1800))
    or die "usage: $0 [--only PATTERN] [--emulated] [--results FILE] | --kernel SUITE|here ...\n";

# ---------------------------------------------------------------- what is profiled

# Burns processor time in main::hot, then sleeps in main::nap.  Prints how long that took.
my $BURNS_AND_SLEEPS = <<'PERL';
use Time::HiRes 'time';
sub hot  { my $x = 0; $x += $_ for 1 .. 20_000; return $x }
sub warm { hot() while (times)[0] < 2 }
sub nap  { my $from = time; select undef, undef, undef, 1.5; printf "napped %.3f\n", time - $from }
warm();
nap();
PERL

# Burns until there is a file "end".
my $BURNS = <<'PERL';
sub hot { my $x = 0; $x += $_ for 1 .. 20_000; return $x }
sub serve { hot() }
serve() until -e 'end';
PERL

my $SLEEPS = "sub nap { sleep 1000 }\nnap();\n";

# Calls main::work 1000 times when there is a file "go", and then makes a file "done".
my $WORKS = <<'PERL';
sub work { $n++ }
sub idle { select undef, undef, undef, 0.02 }
idle() until -e 'go';
work() for 1 .. 1000;
open my $done, '>', 'done';
idle() until -e 'end';
PERL

# Has short statements without end: a budget of 10 % is passed at once.
my $BUSY = <<'PERL';
sub f { return ++$n }
sub g { f(); f(); f(); return 1 }
until (-e 'end') { g() for 1 .. 50 }
PERL

# ---------------------------------------------------------------- tools

my @children;

sub start {
    my ($log, @command) = @_;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open STDIN,  '<', '/dev/null';
        open STDOUT, '>', $log;
        open STDERR, '>&', \*STDOUT;
        exec @command or POSIX::_exit(127);
    }
    push @children, $pid;
    return $pid;
}

# Waits until it is true, for two minutes at most: an emulated processor is slow.
sub await {
    my ($what, $true) = @_;
    my $end = time + 120;
    until ($true->()) {
        die "waited in vain for $what\n" if time > $end;
        sleep 0.05;
    }
    return;
}

sub await_in { my ($file, $text) = @_; return await("\"$text\"", sub { slurp($file) =~ /$text/ }) }

# The whole output of a command; dies with the last line of the agent's if it fails.
sub said {
    my (@command) = @_;
    my $pid = start('said', @command);
    waitpid $pid, 0;
    my $text = slurp('said');
    return $text if !$?;
    my ($line) = reverse $text =~ /^nytprof-bpf: (.*)/mg;
    die(($line // "ends with status @{[ $? >> 8 ]}: $text") . "\n");
}

sub expect { my ($text, $pattern, $what) = @_; return $text =~ $pattern ? $1 : die "no $what\n" }

# The process is in the system call in which it sleeps.
sub asleep { my ($pid) = @_; return await('sleep', sub { slurp("/proc/$pid/stat") =~ /\) S / && slurp('up') }) }

sub run_perl { my ($text) = @_; spew('>', 'a.pl', "open my \$up, '>', 'up'; print \$up 1; close \$up;\n$text"); return start('perl.log', 'perl', 'a.pl') }

sub running { return await('the program', sub { -s 'up' }) }

# ---------------------------------------------------------------- what is tried

sub samples {
    spew('>', 'a.pl', $BURNS_AND_SLEEPS);
    said($agent, '--mode=sample', '-o', 'out', '--', 'perl', 'a.pl');
    my $report = said($agent, 'report', 'out');
    my $samples = expect($report, qr/^\s*(\d+)\s.*main::hot$/m, 'main::hot in the report');
    return $samples > 50 ? 'works' : "only $samples samples";
}

sub waits {
    spew('>', 'a.pl', $BURNS_AND_SLEEPS);
    my $said = said($agent, '--mode=sample', '--off-cpu', '-o', 'out', '--', 'perl', 'a.pl');
    expect($said, qr/^(napped) /m, 'end of the program');
    my $report = said($agent, 'report', 'out');
    expect($report, qr/(select[^\n]*main::CORE:sselect)/, 'wait in select in the report');
    return 'works';
}

sub dumps {
    my $pid = run_perl($SLEEPS);
    asleep($pid);
    expect(said($agent, 'dump', '--pid', $pid), qr/(#0 +main::nap)/, 'main::nap in the dump');
    return 'works';
}

sub tops {
    my $pid = run_perl($BURNS);
    running();
    expect(said($agent, 'top', '--pid', $pid, '-n', 2), qr/(main::hot)/, 'main::hot in the table');
    return 'works';
}

sub every_perl {
    my $pid = run_perl($BURNS);
    running();
    mkdir 'all', 0700;
    my $all = start('agent', $agent, '--all', '--mode=sample', '--rate=99', '--match=a.pl', "--output-dir=$ENV{DIR}/all", '--interval=2');
    await('two profiles', sub { agent_lives($all, 'agent') && glob("all/*.$pid.*.nytprof") && 2 <= (() = glob "all/*.$pid.*.nytprof") });
    kill INT => $all;
    waitpid $all, 0;
    my ($first) = glob "all/*.$pid.*.nytprof";
    expect(said($agent, 'report', $first), qr/(main::hot)/, 'main::hot in a profile');
    return 'works';
}

# Dies with what the agent says if it has ended.
sub agent_lives {
    my ($pid, $log) = @_;
    return 1 if waitpid($pid, WNOHANG) == 0;
    my ($line) = reverse slurp($log) =~ /^nytprof-bpf: (.*)/mg;
    die(($line // 'the agent ended') . "\n");
}

sub exact {
    my $pid = run_perl($WORKS);
    running();
    my $sampler = start('agent', $agent, '--pid', $pid, '--mode=sample', '-o', 'sampled');
    await('the recording', sub { agent_lives($sampler, 'agent') && slurp('agent') =~ /recording/ });
    my $trace = start('trace', $agent, 'ctl', 'trace', $pid, '-d', 100, '-o', 'exact');
    await('the trace', sub { agent_lives($trace, 'trace') && slurp('trace') =~ /recording/ });
    spew('>', 'go', '');
    await('the calls', sub { -e 'done' });
    spew('>', 'end', '');
    await('the end of the trace', sub { waitpid($trace, WNOHANG) });
    my $calls = expect(said('perl', "$top/tests/e2e/profile.pl", 'exact'), qr/^sub main::work (\d+) /m, 'main::work in the trace');
    return $calls == 1000 ? 'works' : "$calls calls of 1000";
}

# All that is looked at when a call begins or ends.
sub calls {
    spew('>', 'a.pl', <<'PERL');
sub serve { my ($path) = @_; select undef, undef, undef, 0.2 if $path eq '/slow' }
serve($_) for '/', '/slow', '/';
PERL
    unlink 'slow';
    said($agent, '--off-cpu', '--slow=main::serve>100ms', '--slow-log=slow', '--group-by=sub:main::serve', '--group-arg=1', '-o', 'out', '--', 'perl', 'a.pl');
    expect(slurp('slow'), qr/"sub":"(main::serve)\[\/slow\]".*"waits":\[\{"reason":"p?select/, 'slow call with its wait');
    expect(said($agent, 'report', 'out'), qr/^ +(2) .* main::serve\[\/\]$/m, 'two calls of main::serve[/]');
    return 'works';
}

# Has some of each event; it moves to each of the processors that it is given.
my $HAS_EVENTS = <<'PERL';
use Fcntl ':flock'; use IO::Handle; use IO::Socket::INET;
sub opens { for (1 .. 50) { open my $f, '<', '/etc/passwd' or die } }
sub grows { vec(our $kept, 8_000_000, 8) = 1 }
sub signals { local $SIG{USR1} = sub { }; kill USR1 => $$ }
sub naps { select undef, undef, undef, 0.01 }
sub locks { open my $f, '>', 'locked' or die; flock $f, LOCK_EX }
sub wakes { syscall 202, my $word = pack('L', 0), 1, 1 } # FUTEX_WAKE
sub writes { open my $f, '>', 'data' or die; print $f 'y' x 300_000; $f->flush; $f->sync }
sub hops { system "taskset -cp $_ $$ >hop 2>&1" for @ARGV }
# One description: its position has a lock.
sub shares { my $f = shift; for (1 .. 6) { sysseek $f, 0, 0; syswrite $f, 'x' x 4_000_000 } }
sub contends { open my $f, '>', '/dev/shm/shared' or die; my @c = map { fork || do { shares($f); exit } } 1 .. 3; shares($f); waitpid $_, 0 for @c; unlink '/dev/shm/shared' }
sub knocks { socket my $s, 2, 1, 0; connect $s, pack 'S n C4 x8', 2, 1, 127, 0, 0, 1 }
my $listen = IO::Socket::INET->new(Listen => 5, LocalAddr => '127.0.0.1') or die;
my $client = IO::Socket::INET->new(PeerAddr => '127.0.0.1:' . $listen->sockport) or die;
my $server = $listen->accept or die;
sub sends { syswrite $client, 'x' x 1000 for 1 .. 10; my $n = 0; $n += sysread $server, my $b, 4000 while $n < 10_000 }
# A socket whose filter takes nothing is one whose network is down; then struct tcp_info's tcpi_total_retrans.
sub loses {
    setsockopt $server, 1, 26, pack 'S x6 P', 1, my $code = pack 'S C C L', 6, 0, 0, 0 or die;
    syswrite $client, 'y';
    select undef, undef, undef, 0.02 while 2 > unpack 'x100 L', getsockopt $client, 6, 11;
}
opens(); grows(); signals(); naps(); locks(); wakes(); writes(); hops(); contends(); knocks(); sends(); loses();
my $t = 0; while ((times)[0] < 0.5) { $t += $_ for 1 .. 1000 }
PERL

# What the report says of each.
my %SHOWN = (
    'syscalls'         => qr/syscalls: openat\b/,
    'page-faults'      => qr/page-faults: minor\b/,
    'context-switches' => qr/context-switches: voluntary\b/,
    'migrations'       => qr/migrations$/m,
    'futex'            => qr/futex: futex\b/,
    'locks'            => qr/locks: flock \S*locked\b/,
    'block-io'         => qr/block-io: (?:write|flush)\b/,
    'tcp'              => qr/tcp: connect TCP 127\.0\.0\.1:1$/m,
    'tcp-bytes'        => qr/tcp-bytes: send TCP 127/,
    'tcp-retransmits'  => qr/tcp-retransmits: TCP 127/,
    'memory'           => qr/^ +\d+ +- +(?:8\d{6}|\d{8}) .*memory(?:$|,)/m,
    'files'            => qr/files: open \/etc\/passwd\b/,
    'signals'          => qr/signals: USR1$/m,
    'contention'       => qr/contention: mutex\b/,
    'tracepoint:sched:sched_switch' => qr/tracepoint:sched:sched_switch$/m,
);

# Those that this machine can't have at all: a disk, and a second processor.
sub not_here {
    my ($major) = map { $_ >> 8 } (stat '.')[0];
    return (($major ? () : 'block-io'), (`nproc` < 2 ? 'migrations' : ()));
}

# What the agent says, if it doesn't count these.
sub refusal {
    my (@names) = @_;
    return eval { said($agent, '--mode=sample', '--event=' . join(',', @names), '-o', 'out', '--', 'perl', '-e', 1) } ? undef : $@ =~ s/\s+$//r;
}

# All at once in an exact mode and with samples.  What the agent refuses is tried by itself, and left out.
sub events {
    my %result; # undef: it works, as far as is known
    system 'ip link set lo up' if $emulated;
    delete @SHOWN{ not_here() };
    spew('>', 'a.pl', $HAS_EVENTS);
    my @names = sort keys %SHOWN;
    for my $name (refusal(@names) ? @names : ()) {
        $result{$name} = refusal($name);
    }
    @names = grep { !$result{$_} } @names;
    for my $mode ('trace', 'sample') {
        print "events with --mode=$mode\n";
        my $report = eval { said($agent, "--mode=$mode", '--event=' . join(',', @names), '-o', 'out', '--', 'perl', 'a.pl', $SHOWN{migrations} ? (0, 1, 0, 1) : ()); said($agent, 'report', '--top', 1000, 'out') } // "failed: $@";
        for my $name (@names) {
            next if $report =~ $SHOWN{$name};
            my ($why) = $report =~ /^failed: (.*)/;
            $result{$name} //= refusal($name) // ($why // 'nothing of it is there') . " with --mode=$mode";
        }
    }
    return { map { ("--event=$_" => $result{$_} // 'works') } keys %SHOWN };
}

sub mallocs {
    spew('>', 'a.pl', "sub keeps { push our \@kept, 'k' x 1000 for 1 .. 300 }\nkeeps();\n");
    said($agent, '--event=malloc', '-o', 'out', '--', 'perl', 'a.pl');
    my $bytes = expect(said($agent, 'report', '--leaks', 'out'), qr/^ +(\d+) +[\d.]+ +\d+ +\d+ .*\bmain::keeps\b/m, 'main::keeps among the leaks');
    return $bytes >= 300_000 ? 'works' : "$bytes bytes of 300,000";
}

# A control group that has little memory.
sub small_group {
    my ($group) = grep { -e "$_/cgroup.procs" } '/sys/fs/cgroup/memory', '/sys/fs/cgroup';
    if (!$group) {
        system 'mount -t cgroup2 none /sys/fs/cgroup';
        $group = '/sys/fs/cgroup';
    }
    my $limit = $group =~ /memory$/ ? 'memory.limit_in_bytes' : 'memory.max';
    system "echo +memory >$group/cgroup.subtree_control" if $emulated;
    $group .= "/nytprof-bpf.$$";
    mkdir $group and -e "$group/$limit" or die "no control group of memory can be made here\n";
    spew('>', "$group/$limit", '60M');
    return $group;
}

sub oom_kills {
    my $group = small_group();
    spew('>', 'a.pl', "sub grow { push our \@kept, 'x' x 1_000_000 }\ngrow() while 1;\n");
    eval { said($agent, '--mode=sample', '--event=oom-kills', '-o', 'out', '--', 'sh', '-c', "echo \$\$ >$group/cgroup.procs && exec perl a.pl") };
    expect(slurp('said'), qr/killed by the kernel for (lack of memory), at \S*a\.pl:1 in main::grow/, 'place of the kill');
    rmdir $group;
    return 'works';
}

sub bursts {
    spew('>', 'a.pl', 'sub hot { my $x = 0; $x += $_ for 1 .. 100; return $x } while ((times)[0] < 4) { hot() for 1 .. 100 }');
    my $said = said($agent, '--mode=burst', '--overhead=100', '-o', 'out', '--', 'perl', 'a.pl');
    expect($said, qr/\(in ([1-9]\d*) windows\)/, 'windows');
    expect(said($agent, 'report', 'out'), qr/(main::hot)/, 'main::hot in the report');
    return 'works';
}

sub budget {
    my $pid = run_perl($BUSY);
    running();
    my $governed = start('agent', $agent, '--overhead=10', '--pid', $pid, '-o', 'governed');
    await('the last step', sub { agent_lives($governed, 'agent') && slurp('agent') =~ /it is sampled, into/ });
    return 'works';
}

my @tries = (
    [ '--mode=sample',     \&samples ],
    [ '--all',             \&every_perl ],
    [ '--off-cpu',         \&waits ],
    [ '--slow, --group-arg', \&calls ],
    [ '--event',           \&events ],
    [ '--event=malloc',    \&mallocs ],
    [ '--event=oom-kills', \&oom_kills ],
    [ '--mode=burst',      \&bursts ],
    [ 'dump',              \&dumps ],
    [ 'top',               \&tops ],
    [ 'ctl trace',         \&exact ],
    [ '--overhead',        \&budget ],
);
# An emulated processor spends most of its time on breakpoints themselves, which no price knows.
@tries = grep { $_->[1] != \&budget && $_->[1] != \&bursts } @tries if $emulated;

# In a directory of its own; all that it started is gone afterwards.
sub try {
    my ($code) = @_;
    my $dir = tempdir(CLEANUP => 1);
    chmod 0755, $dir;
    chdir $dir or die;
    $ENV{DIR} = $dir;
    @children = ();
    my $result = eval { $code->() } // $@ =~ s/\s+/ /gr =~ s/ $//r;
    spew('>', 'end', '');
    kill KILL => grep { waitpid($_, WNOHANG) == 0 } @children;
    waitpid $_, 0 for @children;
    chdir '/';
    return $result;
}

# Its version, without what a builder has added to it where that is no release's kernel.
sub kernel {
    my $release = (uname())[2];
    return $release =~ /-(?:amd64|arm64)$/ ? $release : $release =~ s/-.*//r;
}

sub run_here {
    my ($passed, $failed) = (0, 0);
    for (grep { $_->[0] =~ /$only/ } @tries) {
        my ($name, $code) = @$_;
        my $result = try($code);
        my %results = ref $result ? %$result : ($name => $result);
        for my $try (sort keys %results) {
            $results{$try} eq 'works' ? $passed++ : $failed++;
            print "$try: $results{$try}\n";
            spew('>>', $results, join("\t", strftime('%Y-%m-%d', gmtime), '', kernel(), $try, $results{$try}) . "\n") if $results;
        }
    }
    return ($passed, $failed);
}

sub run_kernel {
    my ($suite) = @_;
    my $out = "$top/build/kernels/$suite/out";
    if ($suite eq 'here') {
        system 'mkdir', '-p', $out;
        unlink "$out/staying";
        system $^X, "$here/staying.pl", '--only', $only, '--results', "$out/staying";
    }
    else {
        system "$top/tests/machines/kernel-matrix.sh", '-t', $limit, "$top/build/kernels", $suite, $^X, "$here/staying.pl", '--emulated', '--only', $only, '--results', '/run/out/staying';
    }
    my $rows = slurp("$out/staying") =~ s/^([^\t]*\t)/$1$suite/mgr;
    my %new  = map { ((split /\t/)[3] => 1) } split /\n/, $rows;
    my $kept = join '', map { "$_\n" } grep { my @r = split /\t/; $r[1] ne $suite || ($only && !$new{ $r[3] }) } split /\n/, slurp($record);
    spew('>', $record, join '', sort map { "$_\n" } split /\n/, $kept . $rows);
    return $rows =~ /^(?:.*\t(?:works|.*\bLinux \d.*)\n)+\z/ ? (1, 0) : (0, 1);    # that of the agent, which names a newer one
}

my ($passed, $failed) = (0, 0);
if (@kernels) {
    for (@kernels) {
        my ($done, $not) = run_kernel($_);
        $passed += $done;
        $failed += $not;
    }
}
else {
    ($passed, $failed) = run_here();
}
print "$passed passed, $failed failed\n";
exit($failed ? 1 : 0);
