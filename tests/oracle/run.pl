# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs cases under NYTProf one by one, and under nytprof-bpf with one start of the agent.  Both ways
# a case is the same line of shell, in a directory of the same name, because profiles contain paths.

use strict;
use warnings;
use File::Path qw(make_path);

# What perl -d:NYTProf sets for itself and its children; and nothing of the outside.
sub clean_env {
    my ($case, $home, $nytprof) = @_;
    return (
        PATH              => '/usr/local/bin:/usr/bin:/bin',
        HOME              => $home,
        LC_ALL            => 'C.UTF-8',
        TZ                => 'UTC',
        PERL_HASH_SEED    => 0,
        PERL_PERTURB_KEYS => 0,
        PERLTIDY          => '/dev/null',
        PERL5DB           => 'use Devel::NYTProf;',
        NYTPROF           => $nytprof,
        ORACLE_TOP        => $case->{top},    # what the programs themselves ask for
        %{ $case->{env} // {} },
    );
}

sub quoted {
    return join ' ', map { "'" . s/'/'\\''/gr . "'" } @_;
}

# The case as a line of shell, of at most 400 seconds, which leaves $who.pid, .status, .stdout and .stderr in its directory.
sub shell_line {
    my ($case, $who, $nytprof, @perl) = @_;
    my %env     = clean_env($case, "$case->{work}/dir", $nytprof);
    my @command = (
        qw(timeout --foreground 400 env -i), (map { "$_=$env{$_}" } sort keys %env),
        'sh', '-c', 'echo $$ >"$0"; exec "$@"', "$case->{work}/$who.pid",
        @perl, @{ $case->{perl} // [] }, @{ $case->{argv} },
    );
    my ($dir, $stdin, $stdout, $stderr, $status) = map { quoted($_) } "$case->{work}/dir",
        $case->{stdin} // '/dev/null', map { "$case->{work}/$who.$_" } qw(stdout stderr status);
    return "(cd $dir && exec " . quoted(@command) . " <$stdin >$stdout 2>$stderr); echo \$? >$status\n";
}

# The programs may have another root, that of another release of Debian: see --root.
sub in_root {
    return $ENV{ORACLE_ROOT} ? ('chroot', $ENV{ORACLE_ROOT}) : ();
}

# Starts this program again in a mount namespace in which that root has our directories.
sub enter_root {
    my ($root, $shared, @again) = @_;
    make_path("$root$_") for @$shared;
    $ENV{ORACLE_ROOT} = $root;
    exec qw(unshare --mount --propagation private sh -c),
        'root=$1 shared=$2; shift 2; for dir in $shared; do mount --rbind $dir $root$dir || exit; done; exec "$@"',
        'sh', $root, "@$shared", @again
        or die "unshare: $!";
}

# The directory that a case runs in, empty.
sub new_dir {
    my ($case) = @_;
    system 'rm', '-rf', "$case->{work}/dir";
    make_path("$case->{work}/dir");
    return;
}

sub run_theirs {
    my ($case, $options, $perl) = @_;
    new_dir($case);
    # What the shell says of signals is in the status.
    system in_root(), 'sh', '-c', "exec 2>/dev/null\n" . shell_line($case, 'theirs', nytprof($case, $options), $perl, '-d:NYTProf');
    return;
}

# What NYTPROF is, also for the runs in which nobody reads it.
sub nytprof {
    my ($case, $options) = @_;
    return join ':', "file=$case->{work}/theirs", $options || ();
}

# Runs all cases and gives them their profiles; what the agent complains of is returned.
sub run_ours {
    my ($cases, $base, $options, $theirs_options, $agent, $perl) = @_;
    open my $driver, '>', "$base/driver" or die "$base/driver: $!";
    for my $case (@$cases) {
        new_dir($case);
        print {$driver} shell_line($case, 'ours', nytprof($case, $theirs_options), $perl);
    }
    print {$driver} "exit 0\n";
    close $driver or die "$base/driver: $!";
    my $pid = fork() // die "fork: $!";
    if (!$pid) {
        $ENV{NYTPROF} = join ':', "file=$base/ours", $options || ();
        open STDERR, '>', "$base/agent.stderr" or die $!;
        exec $agent, '--strict', '--', in_root(), 'sh', "$base/driver" or die "$agent: $!";
    }
    waitpid $pid, 0;
    my $status = $?;
    hand_out($cases, grep { -s } "$base/ours", glob "$base/ours.*");
    # Some programs write modules that they load, which takes more than a second where all is emulated.
    my @complaints = grep { !/ changed during the recording/ } slurp("$base/agent.stderr") =~ /^nytprof-bpf: ((?:warning|error): .*)$/mg;
    push @complaints, "it ends with status $status" if $status && !@complaints;
    return @complaints;
}

# The cases run one after the other: what starts between two of them belongs to the first.
sub hand_out {
    my ($cases, @files) = @_;
    my ($at, %case_of) = (-1);
    for my $i (0 .. $#$cases) {
        my ($pid) = slurp("$cases->[$i]{work}/ours.pid") =~ /^(\d+)$/ or next;
        push @{ $case_of{$pid} }, $i;    # process ids come again
    }
    for my $process (sort { $a->{start} <=> $b->{start} } map { process_of($_) } @files) {
        my ($next) = grep { $_ > $at } @{ $case_of{ $process->{pid} } // [] };
        $at = $next if defined $next;
        die "$process->{file}: no case has process $process->{pid}\n" if $at < 0;
        my $kept = "$cases->[$at]{work}/" . ($process->{file} =~ s{.*/}{}r);
        rename $process->{file}, $kept or die "$kept: $!";
    }
    return;
}

# Calls $do for each case, two at a time in processes of their own, and then, in order, $done with
# what each has printed.
sub in_parallel {
    my ($do, $done, @cases) = @_;
    my ($running, $next, %case_of) = (0, 0);
    for my $case (@cases, (undef) x 2) {
        if ($running == 2 || !$case) {
            my $ended = delete $case_of{ wait() } // next;
            $ended->{ended} = 1;
            $running--;
        }
        while ($next < @cases && delete $cases[$next]{ended}) {
            $done->(slurp("$cases[$next++]{work}/row"));
        }
        $case_of{ in_child($do, $case) } = $case, $running++ if $case;
    }
    return;
}

sub in_child {
    my ($do, $case) = @_;
    my $pid = fork() // die "fork: $!";
    return $pid if $pid;
    make_path($case->{work});
    open STDOUT, '>:utf8', "$case->{work}/row" or die "$case->{work}/row: $!";
    eval { $do->($case); 1 } or print "$case->{name}: $@";
    close STDOUT;
    POSIX::_exit(0);    # what is to be cleaned up is the parent's
}

1;
