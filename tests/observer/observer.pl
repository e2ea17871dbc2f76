#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Do programs notice the agent?  Runs the same programs bare and under nytprof-bpf, and compares
# stdout, stderr and how they end.  The programs are
#
#   tests/perl/*.pl             constructs of Perl
#   tests/observer/perl/*.pl    what a program can look at: one view of itself each
#   the test files of distributions from CPAN, in Debian's source packages (fetch.sh)
#
#   observer.pl [--agent PROGRAM] [--keep DIR] [--cpan DIR] [NAME...]
#
# Runs each one bare twice.  If these two runs differ, it compares no further, and the case fails.
# known.pl lists what must differ, with reasons.  The agent is started once, for a perl that runs
# all cases in turn.  The exit status is 0 if nothing else differs.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(basename dirname);
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use Getopt::Long;
use POSIX qw(sigprocmask SIG_BLOCK SIGCHLD SIGTERM SIGUSR1);

my $here = abs_path(dirname(__FILE__));
my $top  = abs_path("$here/../..");

GetOptions(
    'agent=s' => \(my $agent = "$top/build/nytprof-bpf"),
    'cpan=s'  => \(my $cpan = "$top/build/cpan"),
    'keep=s'  => \my $keep,
) or die "usage: $0 [--agent PROGRAM] [--cpan DIR] [--keep DIR] [NAME...]\n";
$agent = abs_path($agent) // die "$0: no agent there\n";

my $work = $keep // tempdir('observer.XXXXXX', TMPDIR => 1, CLEANUP => 1);
make_path($work);
my $known = do "$here/known.pl" or die "known.pl: $@ $!";

# ------------------------------------------------------------------------ the cases

sub scripts {
    my ($group, $dir) = @_;
    my @cases;
    for my $script (glob "$dir/*.pl") {
        my $name = ($group eq 'views' ? 'view.' : '') . basename($script, '.pl');
        my %case = (name => $name, group => $group, argv => [$script], stdin => '/dev/null');
        open my $fh, '<', $script or die "$script: $!";
        while (<$fh>) {
            last if !/^#/;
            push @{ $case{argv} }, split ' ', $1 if /^# oracle-args: (.*)/;
            $case{stdin} = "$dir/$1" if /^# oracle-stdin: (\S+)/;
        }
        push @cases, \%case;
    }
    return @cases;
}

sub distributions {
    system('sh', "$here/fetch.sh", $cpan) == 0 or die "$0: can't fetch the distributions\n";
    my @cases;
    for my $dir (sort grep {-d} glob abs_path($cpan) . '/*') {
        for my $test (map { basename($_) } glob "$dir/t/*.t") {
            push @cases, {
                name  => basename($dir) . ",$test",
                group => basename($dir),
                dir   => $dir,
                argv  => [ '-Ilib', "t/$test" ],
                stdin => '/dev/null',
            };
        }
    }
    return @cases;
}

# ------------------------------------------------------------------------- running

# Nothing of the outside may make two runs differ.
sub clean_env {
    return (
        PATH              => '/usr/local/bin:/usr/bin:/bin',
        HOME              => "$work/home",
        LC_ALL            => 'C.UTF-8',
        TZ                => 'UTC',
        PERL_HASH_SEED    => 0,
        PERL_PERTURB_KEYS => 0,
    );
}

# What a shell script, nohup or a service manager may hand on: the agent must, too.
sub set_unusual {
    $SIG{$_} = 'IGNORE' for qw(INT HUP PIPE);
    sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGTERM, SIGCHLD, SIGUSR1)) or die $!;
    umask 027;
    POSIX::nice(3) or die $!;
    POSIX::dup2(2, 20) or die $!;
    return;
}

# Runs all cases, with the agent in front or not; returns the directory of what they printed.
sub run_all {
    my ($who, $cases, $unusual, @before) = @_;
    my ($out, $list) = ("$work/$who", "$work/list");
    remove_tree($out, "$work/home");
    make_path($out, "$work/home");
    open my $fh, '>', $list or die "$list: $!";
    for my $case (@$cases) {
        # A directory made anew, of the same name each time.
        my $dir = $case->{dir} // "$work/home/$case->{name}";
        make_path($dir);
        print $fh join("\t", $case->{name}, $dir, $case->{stdin}, $^X, @{ $case->{argv} }), "\n";
    }
    close $fh or die $!;
    rename $out, "$work/out" or die $!;    # scripts may see the name in /proc
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        open STDIN, '<', '/dev/null' or die $!;
        %ENV = clean_env();
        set_unusual() if $unusual;
        exec { $before[0] // $^X } @before, $^X, "$here/drive.pl", $list, "$work/out" or die $!;
    }
    waitpid $pid, 0;
    die "$who: drive.pl: status $?\n" if $?;
    rename "$work/out", $out or die $!;
    return $out;
}

# ----------------------------------------------------------------------- comparing

# Process ids and addresses differ from run to run; so do the times that Test2 may print.
sub lines_of {
    my ($out, $case) = @_;
    my @lines;
    for my $what (qw(stdout stderr status)) {
        open my $fh, '<', "$out/$case->{name}/$what" or die "$out/$case->{name}/$what: $!";
        push @lines, map { chomp; s/0x[0-9a-f]{6,}/0xADDRESS/gr } map {"$what\t$_"} <$fh>;
    }
    return \@lines;
}

# Lines of one that the other has not at their place, both ways.
sub differences {
    my ($bare, $ours) = @_;
    return () if "@$bare" eq "@$ours";
    my %left;
    $left{$_}++ for @$bare;
    my @more = grep { !$left{$_}-- } @$ours;
    my @less = grep { ($left{$_} // 0) > 0 && $left{$_}-- } @$bare;
    return ((map {"bare: $_"} @less), (map {"ours: $_"} @more)) if @more || @less;
    return 'the lines are in another order';
}

# Without those that known.pl explains; its rules that explained something are noted.
sub unexplained {
    my ($case, $used, @differences) = @_;
    for my $rule (grep { $_->{case} eq $case->{name} } @$known) {
        my @rest = grep { (my $line = $_) =~ s/^(?:bare|ours): \w+\t//; $line !~ $rule->{lines} } @differences;
        $used->{ $rule->{case} } = 1 if @rest < @differences;
        @differences = @rest;
    }
    return @differences;
}

my ($passed, $failed, %group, %used) = (0, 0);

# Runs the cases three times, from an unusual state or not, and says for each what differs.
sub compare_all {
    my ($unusual, @cases) = @_;
    my $bare  = run_all('bare',  \@cases, $unusual);
    my $again = run_all('again', \@cases, $unusual);
    my $ours  = run_all('ours',  \@cases, $unusual, $agent, '-q', '-o', "$work/profile", '--');
    my @profiles = glob "$work/profile*";
    for my $case (@cases) {
        my $name = $case->{name} . ($unusual ? ', from an unusual state' : '');
        my @lines = map { lines_of($_, $case) } $bare, $again, $ours;
        my @wrong = map {"two bare runs differ: $_"} differences(@lines[ 0, 1 ]);
        @wrong = unexplained($case, \%used, differences(@lines[ 0, 2 ])) if !@wrong;
        push @wrong, 'nothing was recorded' if !@profiles;
        printf "%-60s %4d lines  %s\n", $name, scalar @{ $lines[0] },
            @wrong ? 'differs' : $used{ $case->{name} } ? 'as known' : 'same';
        print "    $_\n" for @wrong > 10 ? (@wrong[ 0 .. 9 ], '...') : @wrong;
        @wrong ? $failed++ : $passed++;
        $group{ $case->{group} }++;
    }
    remove_tree(@profiles);
    return;
}

# ----------------------------------------------------------------------------- main

my @cases = (scripts('tests/perl', "$top/tests/perl"), scripts('views', "$here/perl"), distributions());
if (@ARGV) {
    my %wanted = map { $_ => 1 } @ARGV;
    @cases = grep { $wanted{ $_->{name} } || $wanted{ $_->{group} } } @cases;
}
compare_all(0, @cases);
my %handed_on = map { ("view.$_" => 1) } qw(environ files name rights scheduling signals_inherited status);
compare_all(1, grep { $handed_on{ $_->{name} } } @cases);
print "$_: $group{$_} cases\n" for sort keys %group;
print "can be seen, $_->{case}: $_->{reason}\n" for grep { $used{ $_->{case} } } @$known;
if (!@ARGV) {
    for my $rule (grep { !$used{ $_->{case} } } @$known) {
        print "known.pl says that $rule->{case} differs, but it does not\n";
        $failed++;
    }
}
printf "%d passed, %d failed\n", $passed, $failed;
exit($failed ? 1 : 0);
