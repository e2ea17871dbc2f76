#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs the oracle with every Debian perl that tests/fetch/fetch-perls.sh has unpacked in
# build/perls: as an executable and with libperl.so.  Also runs it with bookworm's debugperl.
#
#   versions.pl [--names NAME,...]            on this kernel
#   versions.pl --kernel SUITE|here ...       also all of tests/perl with the machine's perl, on the
#                                             kernel of a Debian release in qemu, or on this one
#   versions.pl --only PATTERN --kernel ...   only perls whose version and shape contain PATTERN
#   versions.pl --write, --check              makes or checks docs/compatibility.md (results.tsv)
#
# A result is "equal", "N of M differ", or the agent's message on a kernel that it does not support.
# --kernel puts its results into results.tsv.  --results FILE appends them there.  The last line has
# the counts.  Indented lines belong to the line above.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Getopt::Long;
use POSIX qw(strftime uname);

my $here    = abs_path(dirname(__FILE__));
my $top     = abs_path("$here/../..");
require "$top/tests/files.pl";
my $record  = "$here/results.tsv";
my $page    = "$top/docs/compatibility.md";
my @suites  = qw(bullseye bookworm trixie sid experimental);
my @columns = qw(date suite kernel perl shape programs result);
my @few     = qw(fib die_everywhere eval_string fork_children);    # where the processor is emulated
my @names   = (@few, qw(goto_sub destroy regex_code uncalled_subs signatures_544));
$| = 1;

GetOptions(
    'names=s'   => sub { @names = @few = split /,/, $_[1] },
    'results=s' => \my $results,
    'scripts'   => \my $scripts,
    'only=s'    => \(my $only = ''),
    'kernel=s'  => \my @kernels,
    'limit=i'   => \(my $limit = 5400),
    'write'     => \my $write,
    'check'     => \my $check,
) or die "usage: $0 [--names NAME,...] [--scripts] [--only PATTERN] [--results FILE] [--kernel SUITE|here]... | --write | --check\n";

# ------------------------------------------------------------------------ running

# What the agent says if it can't record anything here; nothing if it can.
sub refusal {
    my $file = tempdir(CLEANUP => 1) . '/nytprof.out';
    my $said = qx{$top/build/nytprof-bpf -q -o $file -- perl -e 1 2>&1};
    return '' if !$?;
    my ($line) = reverse $said =~ /^nytprof-bpf: (?:error: )?(.*)/mg;
    return $line // "ends with status @{[ $? >> 8 ]}";
}

# The perls of a release: shape => command.
sub shapes {
    my ($tree) = @_;
    my ($shared) = map { s{.*/}{}r } glob "$tree/usr/bin/perl5.*-linux-gnu";
    -x "$tree/usr/bin/perl" && $shared or die "$0: no perls in $tree (tests/fetch/fetch-perls.sh)\n";
    return (executable => 'perl', 'libperl.so' => $shared);
}

sub version {
    my (@perl) = @_;
    my $said = qx{@perl -v};
    return $said =~ /\(v([\d.]+)\)/ ? $1 : die "@perl does not run\n";
}

# A result, how many programs it is about, and what does not agree.
sub oracle {
    my (@arguments) = @_;
    my $said = qx{$^X $top/tests/oracle/oracle.pl @arguments 2>&1};
    my ($passed, $failed) = $said =~ /^(\d+) passed, (\d+) failed$/m;
    return ('ends early', 0, $said) if !defined $passed;
    my $all = $passed + $failed;
    return $failed ? ("$failed of $all differ", $all, $said) : ('equal', $all, '');
}

# Its version, without what a builder has added to it where that is no release's kernel.
sub kernel {
    my $release = (uname())[2];
    return $release =~ /-(?:amd64|arm64)$/ ? $release : $release =~ s/-.*//r;
}

# What there is to run here: perl, shape, arguments of the oracle.
sub wanted {
    my @wanted;
    for my $suite (@suites) {
        my $tree    = "$top/build/perls/$suite";
        my %perls   = shapes($tree);
        my $version = version('chroot', $tree, 'perl');
        push @wanted, map { [ $version, $_, '--root', $tree, '--perl', $perls{$_}, @names ] } sort keys %perls;
    }
    my $debugged = "$top/build/perls/bookworm";
    push @wanted, [ version('chroot', $debugged, 'debugperl'), 'debugperl', '--root', $debugged, '--perl', 'debugperl', @names ];
    push @wanted, [ version('perl'), 'executable, all of tests/perl', '--scripts' ] if $scripts;
    return grep { "$_->[0] $_->[1]" =~ /$only/ } @wanted;
}

# Runs all; returns the numbers of what passed and failed.
sub run_here {
    my ($passed, $failed) = (0, 0);
    my $refusal = refusal();
    for my $wanted (wanted()) {
        my ($perl, $shape, @arguments) = @$wanted;
        my ($result, $programs, $why) = $refusal ? ($refusal, 0, '') : oracle(@arguments);
        $result eq 'equal' ? $passed++ : $failed++;
        printf "%-7s %-30s %3d programs: %s\n", $perl, $shape, $programs, $result;
        print map { "    $_\n" } split /\n/, $why;
        my $row = join "\t", strftime('%Y-%m-%d', gmtime), '', kernel(), $perl, $shape, $programs, $result;
        spew('>>', $results, "$row\n") if $results;
    }
    return ($passed, $failed);
}

# Which cell of the table a row of the record is about.
sub cell {
    return join ', ', (split /\t/, $_[0])[ 1, 3, 4 ];
}

# On a kernel in qemu, or on this one; what it finds replaces what the record had of that.
sub run_kernel {
    my ($suite) = @_;
    $scripts = 1;
    my $out = "$top/build/kernels/$suite/out";
    my @run = ($^X, "$here/versions.pl", '--scripts', '--only', $only, '--results');
    if ($suite eq 'here') {
        system 'mkdir', '-p', $out;
        spew('>', "$out/results", '');
        system @run, "$out/results";
    }
    else {
        # What the oracle mounts its directories on can't be made there, where all is read-only.
        make_path("$top/build/perls/$_$top") for @suites;
        system "$top/tests/machines/kernel-matrix.sh", '-t', $limit, "$top/build/kernels", $suite,
            @run, '/run/out/results', '--names', join(',', @few);
    }
    my $rows = slurp("$out/results") =~ s/^([^\t]*\t)/$1$suite/mgr;
    my %new  = map { cell($_) => 1 } split /\n/, $rows;
    my $kept = join '', map { "$_\n" } grep { !$new{ cell($_) } } split /\n/, slurp($record);
    spew('>', $record, join '', sort map { "$_\n" } split /\n/, $kept . $rows);
    my $cells = () = wanted();
    return ($rows =~ tr/\n// == $cells && $rows !~ /(?:differ|early)$/m) ? (1, 0) : (0, 1);
}

# ----------------------------------------------------------------------- the page

# Sorts kernels by their version.
sub by_release {
    my ($x, $y) = map { [/(\d+)/g] } @_;
    return $x->[0] <=> $y->[0] || $x->[1] <=> $y->[1] || $x->[2] <=> $y->[2];
}

sub page_text {
    my @rows = map { my %row; @row{@columns} = split /\t/; \%row } split /\n/, slurp($record);
    my (%cell, %date, %note, @notes);
    for my $row (@rows) {
        my $result = $row->{result};
        if ($result !~ /^(?:equal|\d+ of \d+ differ|ends early)$/) {
            push @notes, $result if !$note{$result};
            $note{$result} //= @notes;
            $result = "refused ($note{$result})";
        }
        $result = "equal, $row->{programs}" if $result eq 'equal';
        $cell{"$row->{perl} | $row->{shape}"}{ $row->{kernel} } = $result;
        $date{ $row->{kernel} } = $row->{date} . ($row->{suite} eq 'here' ? ', not in qemu' : ", Debian $row->{suite}, in qemu");
    }
    my @shown = sort { by_release($a, $b) } keys %date;
    my $text = slurp("$here/head.md") . "\n";
    $text .= '| perl | shape | ' . join(' | ', map { "Linux $_" } @shown) . " |\n";
    $text .= '| --- | --- |' . ' --- |' x @shown . "\n";
    for my $perl (sort keys %cell) {
        $text .= "| $perl | " . join(' | ', map { $cell{$perl}{$_} // 'not run' } @shown) . " |\n";
    }
    $text .= "\nThe runs:\n\n";
    $text .= "* Linux $_: $date{$_}\n" for @shown;
    my ($oldest) = grep { my $kernel = $_; !grep { ($_->{$kernel} // '') !~ /^equal/ } values %cell } @shown;
    $text .= "\nThe oldest of these kernels on which all cells are equal: " . ($oldest ? "Linux $oldest" : 'none') . ".\n";
    $text .= "\n($note{$_}) The agent says: `$_`\n" for @notes;
    return $text . "\n" . staying_text();
}

# What can stay on, of staying.tsv: a row for each kernel; then a row for each event.
sub staying_text {
    my @rows = map { [ split /\t/ ] } split /\n/, slurp("$here/staying.tsv");
    my (%cell, %date, %event_date, @tries, %note, @notes);
    for (@rows) {
        my ($date, $suite, $kernel, $try, $result) = @$_;
        push @tries, $try if !grep { $_ eq $try } @tries;
        if ($result ne 'works') {
            push @notes, $result if !$note{$result};
            $note{$result} //= chr(ord('a') + $#notes);
            $result = "no ($note{$result})";
        }
        $cell{$kernel}{$try} = $result;
        my $dates = $try =~ /^--event=/ ? \%event_date : \%date;
        $dates->{$kernel} = $date . ($suite eq 'here' ? ', not in qemu' : ', in qemu');
    }
    my @events = sort grep { /^--event=/ } @tries;
    @tries = grep { !/^--event=/ } @tries;
    my $text = slurp("$here/staying.md") . "\n| kernel | " . join(' | ', map { "`$_`" } @tries) . " | run |\n| --- |" . ' --- |' x (@tries + 1) . "\n";
    for my $kernel (sort { by_release($a, $b) } keys %date) {
        $text .= "| Linux $kernel | " . join(' | ', map { $cell{$kernel}{$_} // 'not run' } @tries) . " | $date{$kernel} |\n";
    }
    my @shown = sort { by_release($a, $b) } keys %event_date;
    $text .= "\n" . slurp("$here/events.md") . "\n| event | " . join(' | ', map { "Linux $_" } @shown) . " |\n| --- |" . ' --- |' x @shown . "\n";
    for my $event (@events) {
        $text .= "| `$event` | " . join(' | ', map { $cell{$_}{$event} // 'not run' } @shown) . " |\n";
    }
    $text .= '| run | ' . join(' | ', @event_date{@shown}) . " |\n";
    $text .= "\n($note{$_}) " . (/^needs |this kernel/ ? 'The agent says' : 'The run says') . ": `$_`\n" for @notes;
    return $text;
}

my ($passed, $failed) = (0, 0);
if ($write) {
    spew('>', $page, page_text());
    exit 0;
}
elsif ($check) {
    my $current = slurp($page) eq page_text();
    print 'docs/compatibility.md ', $current ? "is up to date\n" : "is not what tests/versions/versions.pl --write makes\n    docs/compatibility.md\n";
    $current ? $passed++ : $failed++;
}
elsif (@kernels) {
    for my $suite (@kernels) {
        my ($done, $not_done) = run_kernel($suite);
        $passed += $done;
        $failed += $not_done;
    }
}
else {
    ($passed, $failed) = run_here();
}
print "$passed passed, $failed failed\n";
exit($failed ? 1 : 0);
