#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Every perl that Debian has, as scripts/fetch-perls.sh has unpacked them in build/perls, under the
# oracle: as an executable of its own and with libperl.so.
#
#   versions.pl [--names NAME,...] [--results FILE]    runs them on this kernel
#   versions.pl --kernel SUITE ...                     and on that of a Debian release, in qemu
#   versions.pl --write, --check                       docs/compatibility.md out of results.tsv
#
# A result is "equal", "N of M differ", or what the agent says on a kernel that it does not run on.
# --kernel puts its results into results.tsv; --results appends them to a file.  The last line has
# the counts; what is indented belongs to the line above.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Getopt::Long;
use POSIX qw(strftime uname);

my $here    = abs_path(dirname(__FILE__));
my $top     = abs_path("$here/../..");
my $record  = "$here/results.tsv";
my $page    = "$top/docs/compatibility.md";
my @suites  = qw(bullseye bookworm trixie sid);
my @columns = qw(date suite kernel perl shape programs result);
my @few     = qw(fib die_everywhere eval_string fork_children);    # where the processor is emulated
my @names   = (@few, qw(goto_sub destroy regex_code uncalled_subs));
$| = 1;

GetOptions(
    'names=s'   => sub { @names = @few = split /,/, $_[1] },
    'results=s' => \my $results,
    'kernel=s'  => \my @kernels,
    'limit=i'   => \(my $limit = 3600),
    'write'     => \my $write,
    'check'     => \my $check,
) or die "usage: $0 [--names NAME,...] [--results FILE] [--kernel SUITE]... | --write | --check\n";

sub slurp {
    my ($file) = @_;
    open my $fh, '<', $file or return '';
    local $/;
    return scalar(<$fh>) // '';
}

sub spew {
    my ($mode, $file, $text) = @_;
    open my $fh, $mode, $file or die "$file: $!\n";
    print $fh $text;
    close $fh or die "$file: $!\n";
    return;
}

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
    -x "$tree/usr/bin/perl" && $shared or die "$0: no perls in $tree (scripts/fetch-perls.sh)\n";
    return (executable => 'perl', 'libperl.so' => $shared);
}

sub oracle {
    my ($tree, $perl) = @_;
    my $said = qx{$^X $top/tests/oracle/oracle.pl --root $tree --perl $perl @names 2>&1};
    my ($passed, $failed) = $said =~ /^(\d+) passed, (\d+) failed$/m;
    return ('ends early', $said) if !defined $passed;
    return $failed ? ("$failed of @{[ $passed + $failed ]} differ", $said) : ('equal', '');
}

# Runs all; returns the numbers of what passed and failed.
sub run_here {
    my ($passed, $failed) = (0, 0);
    my $refusal = refusal();
    for my $suite (@suites) {
        my $tree   = "$top/build/perls/$suite";
        my %perls  = shapes($tree);
        my $number = qx{chroot $tree perl -v} =~ /\(v([\d.]+)\)/ ? $1 : die "$tree: its perl does not run\n";
        for my $shape (sort keys %perls) {
            my ($result, $why) = $refusal ? ($refusal, '') : oracle($tree, $perls{$shape});
            $result eq 'equal' ? $passed++ : $failed++;
            printf "%-9s %-7s %-10s %s\n", $suite, $number, $shape, $result;
            print map { "    $_\n" } split /\n/, $why;
            my $row = join "\t", strftime('%Y-%m-%d', gmtime), '', (uname())[2], $number, $shape, scalar @names, $result;
            spew('>>', $results, "$row\n") if $results;
        }
    }
    return ($passed, $failed);
}

# On a kernel in qemu; its rows replace those of the record.
sub run_kernel {
    my ($suite) = @_;
    system "$top/scripts/kernel-matrix.sh", '-t', $limit, "$top/build/kernels", $suite, $^X, "$here/versions.pl",
        '--names', join(',', @few), '--results', '/run/out/results';
    my $rows = slurp("$top/build/kernels/$suite/out/results") =~ s/^([^\t]*\t)/$1$suite/mgr;
    $rows =~ tr/\n// == 2 * @suites or return (0, 1);
    my $kept = join '', grep { (split /\t/)[1] ne $suite } map { "$_\n" } split /\n/, slurp($record);
    spew('>', $record, join '', sort map { "$_\n" } split /\n/, $kept . $rows);
    return (1, 0);
}

# ----------------------------------------------------------------------- the page

sub page_text {
    my @rows = map { my %row; @row{@columns} = split /\t/; \%row } split /\n/, slurp($record);
    my (%cell, %kernel, %note, @notes);
    for my $row (@rows) {
        my $result = $row->{result};
        if ($result !~ /^(?:equal|\d+ of \d+ differ)$/) {
            push @notes, $result if !$note{$result};
            $note{$result} //= @notes;
            $result = "refused ($note{$result})";
        }
        $cell{"$row->{perl} | $row->{shape}"}{ $row->{suite} } = $result;
        $kernel{ $row->{suite} } = $row;
    }
    my @shown = grep { $kernel{$_} } @suites;
    my $text = slurp("$here/head.md");
    $text .= '| perl | shape | ' . join(' | ', map { "Linux $kernel{$_}{kernel}" } @shown) . " |\n";
    $text .= '| --- | --- |' . ' --- |' x @shown . "\n";
    for my $perl (sort keys %cell) {
        $text .= "| $perl | " . join(' | ', map { $cell{$perl}{$_} // 'not run' } @shown) . " |\n";
    }
    $text .= "\nRun:\n\n";
    $text .= "* $_, Linux $kernel{$_}{kernel}: $kernel{$_}{date}, $kernel{$_}{programs} programs\n" for @shown;
    my ($oldest) = grep { my $suite = $_; !grep { ($_->{$suite} // '') ne 'equal' } values %cell } @shown;
    $text .= "\nThe oldest of these kernels on which all are equal: " . ($oldest ? "Linux $kernel{$oldest}{kernel}" : 'none') . ".\n";
    $text .= "\n($note{$_}) The agent says: `$_`\n" for @notes;
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
