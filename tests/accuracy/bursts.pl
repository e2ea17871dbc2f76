#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Do the intervals of --mode=burst have the true numbers?  Records programs in short windows, some times each, and
# writes docs/burst-accuracy.md: how many of the intervals that the page of a profile shows have the truth.
#
#   bursts.pl [--agent PROGRAM] [--overhead PCT] [--seconds N] [--times N] [--out FILE] [--verbose] [PROGRAM ...]
#   bursts.pl --check FILE     is FILE what this program writes: all programs?
#
# The truth of counts is a trace of the same program, which does the same in each run.  Where it works in rounds
# (tests/accuracy/shares/*.pl), traces of one round and of two tell the rest.  The truth of the shares of time is the
# program's own processor clock, in runs without a recording.
#
# It measures and does not judge: it fails only if a program or the agent does.  Needs root.

use strict;
use warnings;
use Compress::Zlib 'uncompress';
use Cwd qw(abs_path);
use File::Basename qw(basename dirname);
use File::Temp qw(tempdir);
use Getopt::Long;
use JSON::PP;
use List::Util qw(sum0);
use MIME::Base64;
use Text::Wrap qw(wrap);

my $here = abs_path(dirname(__FILE__));
my $top  = abs_path("$here/../..");
require "$top/tests/machine.pl";
require "$top/tests/files.pl";

GetOptions(
    'agent=s'    => \(my $agent = "$top/build/nytprof-bpf"),
    'overhead=f' => \(my $overhead = 20),
    'seconds=f'  => \(my $seconds = 8),
    'times=i'    => \(my $times = 2),
    'out=s'      => \(my $out = "$top/docs/burst-accuracy.md"),
    'verbose'    => \my $verbose,
    'check=s'    => \my $check,
) or die "usage: $0 [--agent PROGRAM] [--overhead PCT] [--seconds N] [--times N] [--out FILE] [--verbose] [PROGRAM ...] | --check FILE\n";

my $dir = tempdir(CLEANUP => 1);

# Programs of parts, and others: their commands.
my %parts = map { basename($_, '.pl') => $_ } glob "$here/shares/*.pl";
my %commands = (
    ack        => q{/usr/bin/ack --noenv --nofilter -h 'sub\s+\w+' /usr/share/perl /usr/share/perl5},
    perlcritic => q{/usr/bin/perlcritic --noprofile --single-policy Documentation::RequirePodSections /usr/share/perl5/Perl/Critic},
    perltidy   => "/usr/bin/perltidy -npro -st /usr/share/perl5/PPI/Tokenizer.pm",
    exiftool   => "/usr/bin/exiftool -r -q -ext '*' /usr/share/icons/hicolor /usr/share/pixmaps /usr/share/doc/git",
);
delete @commands{ grep { !-e "/usr/bin/$_" } keys %commands };

if ($check) {
    my %row = map { $_ => 1 } slurp($check) =~ /^\| (\w+) \|/mg;
    my @missing = grep { !$row{$_} } sort(keys %parts, qw(ack exiftool perlcritic perltidy));
    print map { "$check has no row $_\n" } @missing;
    print @missing ? "0 passed, 1 failed\n" : "1 passed, 0 failed\n";
    exit($#missing >= 0 ? 1 : 0);
}

# The same in each run.
@ENV{qw(PERL_HASH_SEED PERL_PERTURB_KEYS LC_ALL)} = (0, 0, 'C');

sub command_of {
    my ($name) = @_;
    return $parts{$name} ? "$^X -I$here/shares $parts{$name}" : "$^X $commands{$name}";
}

# Its output.
sub run {
    my ($name, @agent) = @_;
    my $said = qx{@agent @{[command_of($name)]} 2>$dir/err};
    # Such as ack, which found something it can't read.
    die "$name: status $?\n", slurp("$dir/err") if $? & 127 || $parts{$name} && $?;
    return $said;
}

# Counts of lines and subs, as keys.
sub traced {
    my ($name) = @_;
    run($name, $agent, '-q', '--mode=trace', '-o', "$dir/trace", '--');
    my %cnt;
    for (qx{$^X $top/tests/e2e/profile.pl $dir/trace}) {
        $cnt{"line $1"} = $2 if /^line (\S.*:\d+) (\d+) /;
        $cnt{"sub $1"}  = $2 if /^sub (\S.*) (\d+) \S+ \S+ lines /;
    }
    return \%cnt;
}

sub true_counts {
    my ($name, $rounds) = @_;
    return traced($name) if !$parts{$name};
    my ($one, $two) = map { local $ENV{PARTS_ROUNDS} = $_; traced($name) } 1, 2;
    return { map { $_ => ($one->{$_} // 0) + ($rounds - 1) * ($two->{$_} - ($one->{$_} // 0)) } keys %$two };
}

# Seconds by part, of a run without a recording.
sub timed { return { run($_[0]) =~ /^part (\w+) ([\d.]+)$/mg } }

# What the page of a profile has.
sub page {
    my ($name) = @_;
    run($name, $agent, '-q', '--mode=burst', "--overhead=$overhead", '-o', "$dir/burst", '--');
    system "$agent report --html -q -o $dir/page $dir/burst" and die "$name: no page\n";
    my ($data) = slurp("$dir/page") =~ m{<script[^>]*\bid="data"[^>]*>\s*"([^"]*)"}s or die "$name: no data in its page\n";
    return JSON::PP->new->utf8->decode(uncompress(decode_base64($data)));
}

sub keyed_rows {
    my ($p) = @_;
    my ($nr, %row) = 0;
    for my $i (0 .. $#{ $p->{lines}{file} }) {
        my ($file, $step) = ($p->{lines}{file}[$i], $p->{lines}{step}[$i]);
        $nr = $i && $file == $p->{lines}{file}[ $i - 1 ] ? $nr + $step : $step;
        $row{"line $p->{fileNames}[$file]:$nr"} = [ $p->{lineRuns}{count}[$i], $p->{lineRuns}{countError}[$i] / 1e6 ] if $p->{lines}{count}[$i];
    }
    my $runs = $p->{subRuns};
    $row{"sub $p->{subNames}[$_]"} = [ $runs->{count}[$_], $runs->{countError}[$_] / 1e6 ] for grep { $runs->{count}[$_] } 0 .. $#{ $p->{subNames} };
    return \%row;
}

# What has such an error is shown without a number: it is not known.
sub is_known { return $_[0] < 1 }

sub has { my ($of, $true) = @_; return abs($of->[0] - $true) <= $of->[1] * $of->[0] }

sub count {
    my ($seen, $value, $error, $true) = @_;
    my $is = has([ $value, $error ], $true);
    if (is_known($error)) {
        $seen->{rows}++;
        $seen->{within}++ if $is;
        push @{ $seen->{errors} }, $error;
    } else {
        $seen->{unknown}++;
    }
    return is_known($error) ? $is ? '  ' : '!!' : '? ';
}

# [ intervals, those that have the truth, errors ], of what the page has; and what it has not.
sub compare_counts {
    my ($p, $true) = @_;
    my $rows = keyed_rows($p);
    my %seen = (errors => [], missing => 0);
    for my $key (sort keys %$true) {
        next if $key =~ /\(eval /;
        if (!$rows->{$key}) {
            $seen{missing}++ if $true->{$key};
            next;
        }
        my ($value, $error) = @{ $rows->{$key} };
        if (!$p->{runCounts}) {
            $seen{unknown}++;
            next;
        }
        my $is = count(\%seen, $value, $error, $true->{$key});
        printf "  %s %s: %g, is %g +- %.1f %%\n", $is, $key, $true->{$key}, $value, 100 * $error if $verbose;
    }
    return \%seen;
}

# The same for the parts' shares of time.
sub compare_times {
    my ($p, $true) = @_;
    my %seen = (errors => []);
    my ($runs, %incl) = $p->{subRuns};
    for my $i (0 .. $#{ $p->{subNames} }) {
        $incl{$1} = [ $runs->{incl}[$i], $runs->{inclError}[$i] / 1e6 ] if $p->{subNames}[$i] =~ /^main::(\w+)$/ && $true->{$1};
    }
    my ($all, $whole) = (sum0(values %$true), sum0(map { $_->[0] } values %incl));
    if (!($whole > 0)) {
        $seen{unknown} = keys %$true;
        return \%seen;
    }
    for my $part (sort keys %incl) {
        my ($value, $error) = @{ $incl{$part} };
        my $is = count(\%seen, $value / $whole, $error, $true->{$part} / $all);
        printf "  %s time %s: %.2f %%, is %.2f %% +- %.1f %%\n", $is, $part, 100 * $true->{$part} / $all, 100 * $value / $whole, 100 * $error if $verbose;
    }
    return \%seen;
}

sub median { my @sorted = sort { $a <=> $b } @_; return $sorted[ $#sorted / 2 ] // 0 }

sub add {
    my ($to, $seen) = @_;
    $to->{$_} += $seen->{$_} // 0 for qw(rows within unknown missing);
    push @{ $to->{errors} }, @{ $seen->{errors} };
    return;
}

sub shown {
    my ($seen) = @_;
    my $unknown = $seen->{unknown} || '-';
    return "| - | - | - | $unknown" if !$seen->{rows};
    return sprintf '| %d | %.1f %% | %.1f %% | %s', $seen->{rows}, 100 * $seen->{within} / $seen->{rows}, 100 * median(@{ $seen->{errors} }), $unknown;
}

my %all;
sub run_program {
    my ($name) = @_;
    my ($rounds, @timed, %of) = 1;
    if ($parts{$name}) {
        local $ENV{PARTS_ROUNDS} = 2;
        $rounds = int(2 * $seconds / sum0(values %{ timed($name) })) || 1;
    }
    local $ENV{PARTS_ROUNDS} = $rounds;
    my $true = true_counts($name, $rounds);
    @timed = timed($name) if $parts{$name};
    my @pages = map { page($name) } 1 .. $times;
    push @timed, timed($name) if $parts{$name};
    my $took = { map { my $part = $_; $part => sum0(map { $_->{$part} } @timed) } keys %{ $timed[0] // {} } };
    for my $p (@pages) {
        next if !$p->{windows};
        print "$name: $p->{windows} windows\n" if $verbose;
        add($of{counts} //= {}, compare_counts($p, $true));
        add($of{times} //= {}, compare_times($p, $took)) if %$took;
    }
    add($all{$_} //= {}, $of{$_}) for keys %of;
    return sprintf '| %s | %s %s %s |', $name, join('-', (sort { $a <=> $b } map { $_->{windows} } @pages)[ 0, -1 ]), map { shown($of{$_} // {}) } qw(counts times);
}

$| = 1;
my @names = @ARGV ? @ARGV : (sort(keys %parts), sort keys %commands);
my @rows = map { my $row = run_program($_); print "$row\n"; $row } @names;
push @rows, sprintf '| **all** | %s %s |', map { shown($all{$_} // {}) } qw(counts times);
print "$rows[-1]\n";
exit if @ARGV;

my ($programs, $real, $machine, $body) = (scalar keys %parts, join(', ', sort keys %commands), machine($agent), join "\n", @rows);
$Text::Wrap::columns = 101;
my $made = wrap('', '', "`sudo make accuracy` wrote this page, on $machine.");
spew('>', $out, <<"MD");
# What the intervals of bursts are worth

A profile of `--mode=burst` has estimates of the whole program, each with an interval. 95 of 100 such
intervals should have the true number. This page tells how many have it. Each program was recorded
$times times with `--overhead=$overhead`. Of each recording, all lines and subs count that ran in a window.

$made

- **Counts**: executions of lines and calls of subs. The truth is a trace of the same program, which
  does the same in each run.
- **Times**: the inclusive time of each part, as its share of the time of all parts. The truth is what
  the program's own clock (`CLOCK_PROCESS_CPUTIME_ID`) says in two runs that nobody records. Only
  programs that have such parts tell it. It is as exact as two runs are alike.

The lines of one recording are not independent: they lie in the same windows, and are right or wrong
together. So the figures of one program differ more than their number makes it seem.

`+-` is the median of the errors, which are half of the intervals. Where an error is as great as the
number, the page of the profile says so, without an interval: these are in the columns "not known".
So are counts where the agent does not know how much of the windows' time is the program's own.

| program | windows | counts | have the truth | +- | not known | times | have the truth | +- | not known |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
$body

What ran in no window has no interval. Programs: $programs with parts (`tests/accuracy/shares`), and $real.
MD
