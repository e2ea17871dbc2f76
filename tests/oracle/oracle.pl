#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The oracle: runs the same program under Devel::NYTProf and under nytprof-bpf, and compares
#
#   (a) the count of every line of every file,
#   (b) the count and recursion depth of every (caller file:line, caller, callee),
#   (c) the set of files and the set of subs,
#   (d) the number of calls of every stack, as nytprofcalls has it,
#   (e) the source of every string eval,
#
# of every process of the run.  Both files are read by the stock readers.  Equal means equal: what
# may differ is in rules.pl, each with its reason.
#
#   oracle.pl [--agent PROGRAM] [--keep DIR] [-v] NAME...     or --all, --list
#
# Prints a row for each program: statements, calls, mismatches, and which rules applied.  Exit
# status 0 if nothing differs.

use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use Devel::NYTProf::Data;
use File::Basename qw(dirname basename);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Getopt::Long;

binmode STDOUT, ':utf8';
my $here = abs_path(dirname(__FILE__));
my $top  = abs_path("$here/../..");
our @RULES;    # of rules.pl

GetOptions(
    'agent=s' => \(my $agent = "$top/build/nytprof-bpf"),
    'perl=s'  => \(my $perl = 'perl'),
    'keep=s'  => \my $keep,
    'all'     => \my $all,
    'list'    => \my $list,
    'v'       => \my $verbose,
) or die "usage: $0 [--agent PROGRAM] [--perl PERL] [--keep DIR] [-v] NAME... | --all | --list\n";

$agent = abs_path($agent) // die "$0: no agent there\n";    # the programs run elsewhere
require "$here/rules.pl";
my %programs = (scripts(), %{ do "$here/programs.pl" or die "programs.pl: $@ $!" });
if ($list) {
    print "$_\n" for sort keys %programs;
    exit 0;
}
my @names = $all ? sort keys %programs : @ARGV or die "$0: no program named\n";

# Every script of tests/perl is a case; its first lines may say what it wants:
#   # oracle-args: ...   its arguments
#   # oracle-stdin: ...  a file of tests/perl to read
#   # oracle-rule: ...   a rule of rules.pl that is for this script only, and its arguments
sub scripts {
    my %found;
    for my $script (glob "$top/tests/perl/*.pl") {
        my %case = (argv => [$script]);
        open my $fh, '<', $script or die "$script: $!";
        while (<$fh>) {
            last if !/^#/;
            push @{ $case{argv} }, split ' ', $1 if /^# oracle-args: (.*)/;
            $case{stdin} = "$top/tests/perl/$1"  if /^# oracle-stdin: (\S+)/;
            $case{rules}{$1} = [ split ' ', $2 ] if /^# oracle-rule: (\S+) *(.*)/;
        }
        $found{ basename($script, '.pl') } = \%case;
    }
    return %found;
}

# ------------------------------------------------------------------ running

# Nothing of the outside may make the two runs differ.
sub clean_env {
    my ($home) = @_;
    return (
        PATH               => '/usr/local/bin:/usr/bin:/bin',
        HOME               => $home,
        LC_ALL             => 'C.UTF-8',
        TZ                 => 'UTC',
        PERL_HASH_SEED     => 0,
        PERL_PERTURB_KEYS  => 0,
        PERLTIDY           => '/dev/null',
        # perl -d:NYTProf sets this for itself and its children.
        PERL5DB            => 'use Devel::NYTProf;',
        # What the programs themselves ask for.
        ORACLE_TOP         => $top,
    );
}

sub run_in {
    my ($dir, $out, $case, $env, @command) = @_;
    my $pid = fork() // die "fork: $!";
    if (!$pid) {
        chdir $dir or die "$dir: $!";
        open STDIN,  '<', $case->{stdin} // '/dev/null' or die $!;
        open STDOUT, '>', "$out.stdout" or die $!;
        open STDERR, '>', "$out.stderr" or die $!;
        %ENV = (clean_env($dir), %{ $case->{env} // {} }, %$env);
        exec { $command[0] } @command or die "$command[0]: $!";
    }
    waitpid $pid, 0;
    return $?;
}

# The profiles of a run, the first process's first, then by process id.
sub outputs {
    my ($base) = @_;
    my @others = sort { ($a =~ /\.(\d+)$/)[0] <=> ($b =~ /\.(\d+)$/)[0] } grep { /\.\d+$/ } glob "$base.*";
    return grep { -s } $base, @others;
}

sub slurp {
    my ($file) = @_;
    open my $fh, '<', $file or return '';
    local $/;
    return scalar <$fh>;
}

# ------------------------------------------------------------------ reading

sub read_profile {
    my ($file) = @_;
    my @warnings;
    local $SIG{__WARN__} = sub { push @warnings, @_ };
    my $data = Devel::NYTProf::Data->new({ filename => $file, quiet => 1, skip_collapse_evals => 1 });
    my %p = (lines => {}, calls => {}, subs => {}, files => {}, warnings => \@warnings, file => $file);
    my %name_of;
    for my $fi ($data->all_fileinfos) {
        my $name = $name_of{ $fi->fid } = $fi->filename;
        my $lines = $fi->line_time_data;
        $p{files}{$name} = 1;
        for my $line (0 .. $#{ $lines // [] }) {
            my $count = $lines->[$line] ? $lines->[$line][1] : 0;
            $p{lines}{$name}{$line} += $count if $count;
        }
    }
    # The model adds up the callers at one place; the records still have them apart.
    my %fid;
    Devel::NYTProf::Data->new({
        filename => $file,
        quiet    => 1,
        callback => {
            NEW_FID => sub { my (undef, $fid, @rest) = @_; $fid{$fid} = $rest[-1] },
            SUB_INFO => sub {
                my (undef, $fid, $first, $last, $sub) = @_;
                my $s = $p{subs}{$sub} //= {};
                @$s{qw(file first last)} = ($fid{$fid}, $first, $last);
            },
            SUB_CALLERS => sub {
                my (undef, $fid, $line, $count, undef, undef, undef, $depth, $callee, $caller) = @_;
                return if !$fid;    # the mark of an xsub
                my $row = $p{calls}{"$fid{$fid}:$line\t$caller\t$callee"} //= [ 0, 0 ];
                $row->[0] += $count;
                $row->[1] = $depth if $depth > $row->[1];
                $p{subs}{$callee}{called} = 1;
            },
            SRC_LINE => sub { my (undef, $fid, undef, $text) = @_; $p{source}{ $fid{$fid} } .= $text },
        },
    });
    $p{stmts} = 0;
    $p{stmts} += $_ for map { values %$_ } values %{ $p{lines} };
    $p{sub_calls} = 0;
    $p{sub_calls} += $_->[0] for values %{ $p{calls} };
    $p{stacks} = read_stacks($file, \@warnings);
    return \%p;
}

# nytprofcalls says "sub;sub;sub calls".
sub read_stacks {
    my ($file, $warnings) = @_;
    my %stacks;
    for (qx{nytprofcalls --calls $file 2>&1}) {
        next if /^Deep recursion on subroutine "main::/;    # it recurses as deep as the program did
        if   (/^(.+) (\d+)$/) { $stacks{$1} = $2 if $2 }
        else                  { push @$warnings, "nytprofcalls: $_" }
    }
    return \%stacks;
}

# ---------------------------------------------------------------- comparing

# All that a profile states, as one table: what => value.
sub facts {
    my ($p) = @_;
    my %facts;
    for my $file (keys %{ $p->{lines} }) {
        $facts{"line $file:$_"} = $p->{lines}{$file}{$_} for keys %{ $p->{lines}{$file} };
        $facts{"file $file"} = 1 if %{ $p->{lines}{$file} };
    }
    for my $row (keys %{ $p->{calls} }) {
        $facts{"call $row"} = join ' depth ', @{ $p->{calls}{$row} };
    }
    # NYTProf's source of files is perl's own copy; of evals it is all there is.
    $facts{"source $_"} = $p->{source}{$_} for grep { $p->{lines}{$_} && /^\(eval / } keys %{ $p->{source} };
    $facts{"stack $_"} = $p->{stacks}{$_} for keys %{ $p->{stacks} };
    $facts{"sub $_"} = 1 for grep { $p->{subs}{$_}{called} } keys %{ $p->{subs} };
    return \%facts;
}

sub compare {
    my ($theirs, $ours, $case, $applied) = @_;
    for my $rule (@RULES) {
        my $args = $case->{rules}{ $rule->{name} };
        next if $rule->{on_request} && !$args;
        $applied->{ $rule->{name} } += $rule->{apply}->($theirs, $ours, @{ $args // [] });
    }
    my ($t, $o) = (facts($theirs), facts($ours));
    my @differences;
    for my $what (sort keys %{ { %$t, %$o } }) {
        my ($x, $y) = ($t->{$what} // 'none', $o->{$what} // 'none');
        push @differences, "$what: NYTProf $x, ours $y" if $x ne $y;
    }
    return @differences;
}

sub check {
    my ($name) = @_;
    my $case = $programs{$name} or die "$0: no program \"$name\" (see --list)\n";
    my $work = $keep ? "$keep/$name" : tempdir("oracle.$name.XXXXXX", TMPDIR => 1, CLEANUP => 1);
    my ($dir, %out) = ("$work/dir", map { $_ => "$work/$_" } qw(theirs ours));
    my @command = ($perl, @{ $case->{perl} // [] });
    my (@differences, %status, %applied, $stmts, $calls);

    for my $who (qw(theirs ours)) {
        # Both run in a directory of the same name, made anew.
        system 'rm', '-rf', $dir;
        make_path($dir);
        # NYTProf's calls=2 adds records that no reader counts.
        my $nytprof = { NYTPROF => "file=$out{$who}:slowops=0:calls=" . ($who eq 'theirs' ? 1 : 2) };
        $status{$who} = $who eq 'theirs'
            ? run_in($dir, $out{$who}, $case, $nytprof, @command, '-d:NYTProf', @{ $case->{argv} })
            : run_in($dir, $out{$who}, $case, $nytprof, $agent, '--strict', '--', @command, @{ $case->{argv} });
    }
    push @differences, "exit status: NYTProf $status{theirs}, ours $status{ours}"
        if $status{theirs} != $status{ours};
    push @differences, "the program printed something else"
        if slurp("$out{theirs}.stdout") ne slurp("$out{ours}.stdout");

    my @theirs = map { read_profile($_) } outputs($out{theirs});
    my @ours   = map { read_profile($_) } outputs($out{ours});
    push @differences, 'processes: NYTProf ' . @theirs . ', ours ' . @ours if @theirs != @ours;
    push @differences, map { "reader: $_" } map { @{ $_->{warnings} } } @ours;
    for my $i (0 .. ($#theirs < $#ours ? $#theirs : $#ours)) {
        $stmts += $ours[$i]{stmts};
        $calls += $ours[$i]{sub_calls};
        push @differences, map { @ours > 1 ? "process $i: $_" : $_ } compare($theirs[$i], $ours[$i], $case, \%applied);
    }
    push @differences, 'nothing was recorded' if !$stmts;
    my $said = slurp("$out{ours}.stderr");
    push @differences, "the agent says: $1" while $said =~ /^nytprof-bpf: (warning: .*)$/mg;

    my @rules = grep { $applied{$_} } map { $_->{name} } @RULES;
    printf "%-22s %10d %9d %6d  %s\n", $name, $stmts // 0, $calls // 0, scalar @differences, "@rules";
    my $most = $verbose || @differences < 10 ? @differences : 10;
    print "    $_\n" for @differences[0 .. $most - 1];
    print '    ... ', @differences - $most, " more (-v shows all)\n" if @differences > $most;
    return scalar @differences;
}

printf "%-22s %10s %9s %6s  %s\n", qw(program statements calls differ rules);
my $failed = 0;
for my $name (@names) {
    my $differences = eval { check($name) };
    print "$name: $@" if !defined $differences;
    $failed++ if $differences // 1;
}
printf "%d passed, %d failed\n", @names - $failed, $failed;
exit($failed ? 1 : 0);
