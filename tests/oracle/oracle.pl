#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs the same program under Devel::NYTProf and under nytprof-bpf, and compares
#
#   (a) the count of every line of every file, and of every block and sub with blocks=1,
#   (b) the count and recursion depth of every (caller file:line, caller, callee),
#   (c) the set of files, and the set of subs, called or not, with file, first and last line,
#   (d) the stacks of calls, as nytprofcalls has them; with calls=2 the number of calls of each,
#   (e) the source of every string eval,
#
# of every process of the run, under several sets of options.  The stock readers read both files.
# They must not warn about ours (readers.pl).  rules.pl lists the accepted differences, each with
# its reason.
#
#   oracle.pl [--agent PROGRAM] [--root DIR] [--perl PERL] [--options SET,...] [--keep DIR] [-v]
#             NAME...
#   or --all (of all programs, or of those that are named), --scripts, --list
#
# A named program runs with the set "default".  So does every script of tests/perl with --scripts.
# --all runs everything with every set.  Prints a row for each program and set: statements, calls,
# mismatches, and the rules that applied.  The exit status is 0 if nothing differs.  --keep keeps
# all files, in DIR/SET/NAME.  With --root the programs run in that root directory, a tree of
# tests/fetch/fetch-perls.sh, with its perl and its Devel::NYTProf.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname basename);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Getopt::Long;
use POSIX ();

binmode STDOUT, ':utf8';
$| = 1;
my $here = abs_path(dirname(__FILE__));
my $top  = abs_path("$here/../..");
our @RULES;    # of rules.pl

# Ours alone gets calls=2 where the number of calls of each stack is compared.  NYTProf has that
# with calls=1; its calls=2 adds records that no reader counts, and crashes in recursion_deep.
# Stacks are read where they may change; nytprofcalls takes seconds for deep ones.  All stock readers
# read the profiles of the sets that have kinds of records of their own.
my @sets = (
    { name => 'default',   options => '',          stacks => 'paths', readers => 1 },
    { name => 'stmts=0',   options => 'stmts=0',   readers => 1 },
    { name => 'blocks=1',  options => 'blocks=1',  readers => 1 },
    { name => 'slowops=0', options => 'slowops=0', stacks => 'counts', ours => 'calls=2' },
    { name => 'calls=2',   options => '',          stacks => 'counts', ours => 'calls=2' },
    { name => 'leave=0',   options => 'leave=0' },
);

# Programs of minutes are run with these only.
my %for_long_ones = map { $_ => 1 } qw(default slowops=0);

my @arguments = @ARGV;
GetOptions(
    'agent=s'   => \(my $agent = "$top/build/nytprof-bpf"),
    'perl=s'    => \(our $perl = 'perl'),
    'root=s'    => \my $tree,
    'options=s' => \my $options,
    'keep=s'    => \my $keep,
    'all'       => \my $all,
    'scripts'   => \my $scripts,
    'list'      => \my $list,
    'v'         => \my $verbose,
) or die "usage: $0 [--agent PROGRAM] [--root DIR] [--perl PERL] [--options SET,...] [--keep DIR] [-v] NAME... | --all | --scripts | --list\n";

$agent = abs_path($agent) // die "$0: no agent there\n";    # the programs run elsewhere
require "$top/tests/files.pl";
require "$here/run.pl";
if ($tree && !$ENV{ORACLE_ROOT}) {
    enter_root(abs_path($tree) // die("$0: no $tree\n"), [ $top, qw(/dev /proc /tmp) ], $^X, abs_path($0), @arguments);
}
require "$here/$_.pl" for qw(profile rules);
my %programs = (scripts(), %{ do "$here/programs.pl" or die "programs.pl: $@ $!" });
if ($list) {
    print "$_\n" for sort keys %programs;
    exit 0;
}
my @names = $all && !@ARGV ? sort keys %programs : $scripts ? sort grep { $programs{$_}{perl_itself} } keys %programs : @ARGV or die "$0: no program named\n";
$programs{$_} or die "$0: no program \"$_\" (see --list)\n" for @names;

# Every script of tests/perl (Perl itself) and of tests/programs (modules of Debian packages) is a case; its
# first lines may say what it wants:
#   # oracle-perl: ...   switches of perl
#   # oracle-args: ...   its arguments
#   # oracle-stdin: ...  a file of tests/perl to read
#   # oracle-crash: ...  a set of options with which NYTProf crashes: ours must record it none the less
#   # oracle-rule: ...   a rule of rules.pl that is for this script only, and its arguments
sub scripts {
    my %found;
    for my $script (glob "$top/tests/{perl,programs}/*.pl") {
        my %case = (argv => [$script], short => 1, perl_itself => scalar $script =~ m{/perl/[^/]*$});
        open my $fh, '<', $script or die "$script: $!";
        while (<$fh>) {
            last if !/^#/;
            $case{perl} = [ split ' ', $1 ]      if /^# oracle-perl: (.*)/;
            push @{ $case{argv} }, split ' ', $1 if /^# oracle-args: (.*)/;
            $case{stdin} = "$top/tests/perl/$1"  if /^# oracle-stdin: (\S+)/;
            $case{crash}{$1} = 1                 if /^# oracle-crash: (\S+)/;
            $case{rules}{$1} = [ split ' ', $2 ] if /^# oracle-rule: (\S+) *(.*)/;
        }
        $found{ basename($script, '.pl') } = \%case;
    }
    return %found;
}

# The sets to run.
sub wanted {
    return @sets if $all && !defined $options;
    my %set = map { $_->{name} => $_ } @sets;
    return map { $set{$_} // die "$0: no options \"$_\": there are @{[ map { $_->{name} } @sets ]}\n" }
        split /,/, $options // 'default';
}

# ---------------------------------------------------------------- comparing

# All that a profile states, as one table: what => value.
sub facts {
    my ($p, $set) = @_;
    my %facts;
    for my $kind (qw(line block sub)) {
        my $table = $kind eq 'line' ? $p->{lines} : $p->{"${kind}_lines"} // {};
        for my $file (keys %$table) {
            $facts{"$kind $file:$_"} = $table->{$file}{$_} for keys %{ $table->{$file} };
            $facts{"file $file"} = 1 if %{ $table->{$file} };
        }
    }
    for my $row (keys %{ $p->{calls} }) {
        $facts{"call $row"} = join ' depth ', @{ $p->{calls}{$row} };
    }
    $facts{"source $_"} = source_of($p, $_) for grep { %{ $p->{lines}{$_} } } keys %{ $p->{lines} };
    $facts{"stack $_"} = $set->{stacks} eq 'counts' ? $p->{stacks}{$_} : 'there' for keys %{ $p->{stacks} };
    for my $sub (keys %{ $p->{subs} }) {
        my $s = $p->{subs}{$sub};
        $facts{"definition $sub"} = $s->{last} ? "$s->{file}:$s->{first}-$s->{last}" : 'xsub' if $s->{called} || $s->{last};
    }
    return \%facts;
}

# The whole text of a string eval.  Of a file only the lines with statements: NYTProf has what perl read, so nothing
# behind __END__, and a #line moves a line.
sub source_of {
    my ($p, $file) = @_;
    my $text = $p->{source}{$file} or return 'none';
    return join '', map { $_ // '' } @$text if $file =~ /^\(eval /;
    return join '', map { "$_: " . ($text->[$_] // "none\n") } sort { $a <=> $b } keys %{ $p->{lines}{$file} };
}

sub compare {
    my ($theirs, $ours, $case, $set, $applied) = @_;
    for my $rule (@RULES) {
        my $args = $case->{rules}{ $rule->{name} };
        next if $rule->{on_request} && !$args;
        $applied->{ $rule->{name} } += $rule->{apply}->($theirs, $ours, @{ $args // [] });
    }
    my ($t, $o) = (facts($theirs, $set), facts($ours, $set));
    my @differences;
    for my $what (sort keys %{ { %$t, %$o } }) {
        my ($x, $y) = ($t->{$what} // 'none', $o->{$what} // 'none');
        push @differences, "$what: NYTProf $x, ours $y" if $x ne $y;
    }
    return @differences;
}

# Compares the two runs of a case, and prints its row.
sub check {
    my ($case, $set) = @_;
    my $of = sub { slurp("$case->{work}/$_[0]") };
    my ($stmts, $calls, @differences, %applied) = (0, 0);
    my ($theirs_status, $ours_status) = map { s/\n//r } map { $of->("$_.status") } qw(theirs ours);
    push @differences, "exit status: NYTProf $theirs_status, ours $ours_status"
        if $theirs_status ne $ours_status;
    push @differences, 'the program printed something else' if $of->('theirs.stdout') ne $of->('ours.stdout');

    return check_alone($case, $set, $theirs_status, $ours_status) if $case->{crash}{ $set->{name} };
    my @theirs = map { read_profile($_, $set->{stacks}) } profiles_in_order("$case->{work}/theirs");
    my @ours   = map { read_profile($_, $set->{stacks}) } profiles_in_order("$case->{work}/ours");
    push @differences, 'processes: NYTProf ' . @theirs . ', ours ' . @ours if @theirs != @ours;
    push @differences, reader_words($case, $set, @ours);
    for my $i (0 .. ($#theirs < $#ours ? $#theirs : $#ours)) {
        $stmts += $ours[$i]{stmts};
        $calls += $ours[$i]{sub_calls};
        push @differences, map { @ours > 1 ? "process $i: $_" : $_ }
            compare($theirs[$i], $ours[$i], $case, $set, \%applied);
    }
    push @differences, 'nothing was recorded' if !($set->{name} eq 'stmts=0' ? $calls : $stmts);
    row($case->{name}, $set->{name}, $stmts, $calls, \@differences, map { $_->{name} } grep { $applied{ $_->{name} } } @RULES);
    return;
}

# What the stock readers say of our profiles: they should be silent.
sub reader_words {
    my ($case, $set, @ours) = @_;
    my $readers = join ' ', map { quoted($_) } $^X, "$here/readers.pl", "$case->{work}/readers", map { $_->{file} } @ours;
    my @said = map { @{ $_->{warnings} } } @ours;
    if (@ours && $set->{readers}) {
        push @said, qx{cd @{[ quoted("$case->{work}/dir") ]} && $readers 2>&1};
        push @said, 'readers.pl ends with status ' . ($? >> 8) if $?;
    }
    # Without the source (rule root-is-gone) they look for the file in their own root, and read it as it is there.
    @said = grep { !/: (?:Unable to open|Ignoring) '/ } @said if $ENV{ORACLE_ROOT};
    return map { "reader: $_" } @said;
}

# Where NYTProf crashes there is nothing to compare with.
sub check_alone {
    my ($case, $set, $theirs_status, $ours_status) = @_;
    my ($ours) = map { read_profile($_, $set->{stacks}) } profiles_in_order("$case->{work}/ours");
    my @differences = reader_words($case, $set, $ours // ());
    push @differences, "NYTProf has ended with status $theirs_status, so it does not crash any more" if $theirs_status < 128;
    push @differences, "ours has ended with status $ours_status" if $ours_status;
    push @differences, 'nothing was recorded' if !$ours->{stmts};
    row($case->{name}, $set->{name}, @$ours{qw(stmts sub_calls)}, \@differences, 'NYTProf-crashes');
    return;
}

sub row {
    my ($name, $set, $stmts, $calls, $differences, @rules) = @_;
    printf "%-22s %-9s %10d %9d %6d  %s\n", $name, $set, $stmts, $calls, scalar @$differences, "@rules";
    my $most = $verbose || @$differences < 10 ? @$differences : 10;
    print map { s/\n(?=.)/\n        /gr =~ s/\n*\z/\n/r } map { "    $_" } @$differences[0 .. $most - 1];
    print '    ... ', @$differences - $most, " more (-v shows all)\n" if @$differences > $most;
    return;
}

# --------------------------------------------------------------------- sets

my ($passed, $failed) = (0, 0);

sub count {
    my ($rows) = @_;
    utf8::decode($rows);
    print $rows;
    my ($differ) = $rows =~ /^\S+ +\S+ +\d+ +\d+ +(\d+) /;
    if   (defined $differ && !$differ) { $passed++ }
    else                               { $failed++ }
    return;
}

# The cases of a set; a case is run in work/dir.
sub cases {
    my ($set, $base) = @_;
    my @cases = map { { %{ $programs{$_} }, name => $_, top => $top, work => "$base/$_" } } @names;
    return grep { !$all || $_->{short} || $for_long_ones{ $set->{name} } } @cases;
}

sub run_set {
    my ($set, $base) = @_;
    my $theirs = $set->{options};
    my $ours   = join ':', $theirs || (), $set->{ours} // ();
    my @cases  = cases($set, $base);
    make_path($base);
    in_parallel(sub { run_theirs($_[0], $theirs, $perl) }, sub { }, @cases);
    my @complaints = run_ours(\@cases, $base, $ours, $theirs, $agent, $perl);
    in_parallel(sub { check($_[0], $set) }, \&count, @cases);
    return if !@complaints;
    row('(the agent)', $set->{name}, 0, 0, [@complaints]);
    $failed++;
    return;
}

printf "%-22s %-9s %10s %9s %6s  %s\n", qw(program options statements calls differ rules);
my $root = $keep ? do { make_path($keep); abs_path($keep) } : tempdir('oracle.XXXXXX', TMPDIR => 1, CLEANUP => 1);
for my $set (wanted()) {
    my $base = "$root/" . $set->{name} =~ tr/=//dr;    # NYTPROF has no word for a name with =
    system 'rm', '-rf', $base;
    run_set($set, $base);
}
print "$passed passed, $failed failed\n";
exit($failed ? 1 : 0);
