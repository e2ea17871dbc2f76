# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes docs/accuracy.md from what accuracy.pl has measured.

use strict;
use warnings;
use List::Util qw(uniq);
use Text::Wrap qw(wrap);

our ($agent, $here, $rounds, @PROGRAMS);

my @sum_columns = ('program', 'slowops', 'bare, ms', 'hits', 'a statement, ns', 'a hit costs, ns',
    'nytprof-bpf: error per hit, ns', 'goal', 'NYTProf: error per hit, ns',
    'nytprof-bpf: sum / bare', 'goal', 'NYTProf: sum / bare');
my @part_columns = ('program', 'what', 'truth', 'nytprof-bpf', 'error', 'NYTProf', 'error', 'goal', 'nearer');
my @builtin_columns = ('builtin', 'truth, ns', 'nytprof-bpf, ns', 'NYTProf, ns', 'goal: nearer');

# ------------------------------------------------------------------------- numbers

sub quantile {
    my ($share, @values) = @_;
    my @sorted = sort { $a <=> $b } @values;
    my $at = $share * $#sorted;
    my $below = int $at;
    my $above = $below < $#sorted ? $below + 1 : $below;
    return $sorted[$below] + ($at - $below) * ($sorted[$above] - $sorted[$below]);
}

sub median { return quantile(0.5, @_) }

# A median with its quartiles.
sub spread {
    my ($format, @values) = @_;
    return sprintf "$format ($format to $format)", map { quantile($_, @values) } 0.5, 0.25, 0.75;
}

sub time_text {
    my ($s) = @_;
    return sprintf '%.1f ns', $s * 1e9 if abs $s < 1e-6;
    return sprintf '%.2f us', $s * 1e6 if abs $s < 1e-3;
    return sprintf '%.2f ms', $s * 1e3;
}

sub met { return $_[0] ? 'met' : 'missed' }

# ---------------------------------------------------------------------------- rows

# Each row is its cells.  Where no goal is possible, it says "-".
sub sum_row {
    my ($program, $slowops, $seen) = @_;
    my $hits  = median(map { $_->{ours}{hits} } @$seen);
    my $truth = median(map { ($_->{ours}{truth}{sum}, $_->{theirs}{truth}{sum}) } @$seen);
    my $each  = $truth / $hits * 1e9;
    my $cost  = median(map { ($_->{ours}{ran} - $_->{ours}{truth}{sum}) / $hits } @$seen) * 1e9;
    my (%error, %ratio);
    for my $who (qw(ours theirs)) {
        $error{$who} = [ map { ($_->{$who}{sum} - $_->{$who}{truth}{sum}) / $hits * 1e9 } @$seen ];
        $ratio{$who} = [ map { $_->{$who}{sum} / $_->{$who}{truth}{sum} } @$seen ];
    }
    my $error = abs median(@{ $error{ours} });
    my $ratio = median(@{ $ratio{ours} });
    my ($least, $most) = $cost < 10 * $each ? (0.9, 1.1) : (0.8, 1.25);
    return [
        $program->{name}, $slowops, sprintf('%.1f', $truth * 1e3), $hits, sprintf('%.0f', $each), ($program->{sleeps} ? '-' : sprintf '%.0f', $cost),
        spread('%+.1f', @{ $error{ours} }), ($each > 1000 ? '-' : met($error <= 10)), spread('%+.1f', @{ $error{theirs} }),
        spread('%.2f', @{ $ratio{ours} }), "$least to $most: " . met($ratio >= $least && $ratio <= $most), spread('%.2f', @{ $ratio{theirs} }),
    ];
}

# What the program and the profilers say of a part in each round, and the profilers' errors.
sub compared {
    my ($part, $seen) = @_;
    my (%values, %errors);
    for my $round (@$seen) {
        for my $who (qw(ours theirs)) {
            my ($is, $truth) = ($round->{$who}{ $part->{key} } // 0, $round->{$who}{truth}{ $part->{said} });
            push @{ $values{truth} }, $truth;
            push @{ $values{$who} },  $is;
            push @{ $errors{$who} },  $is - $truth;
        }
    }
    return (\%values, \%errors);
}

sub nearer {
    my ($errors) = @_;
    return abs median(@{ $errors->{ours} }) <= abs median(@{ $errors->{theirs} });
}

# Errors are relative, but in ns for what takes less than a microsecond.
sub error_text {
    my ($truth, @errors) = @_;
    return spread('%+.1f', map { $_ * 1e9 } @errors) . ' ns' if $truth < 1e-6;
    return spread('%+.1f', map { $_ / $truth * 100 } @errors) . ' %';
}

sub part_row {
    my ($program, $part, $seen) = @_;
    my ($values, $errors) = compared($part, $seen);
    my $truth = median(@{ $values->{truth} });
    my ($goal, $most) = $part->{said} =~ /^line/ && $truth < 1e-6 ? ('10 ns', 10e-9) : ('10 %', 0.1 * $truth);
    return [ $program->{name}, $part->{said}, time_text($truth),
        (map { (time_text(median(@{ $values->{$_} })), error_text($truth, @{ $errors->{$_} })) } qw(ours theirs)),
        "$goal: " . met(abs median(@{ $errors->{ours} }) <= $most), (nearer($errors) ? 'ours' : 'NYTProf') ];
}

sub builtin_row {
    my ($part, $seen) = @_;
    my ($values, $errors) = compared($part, $seen);
    return [ $part->{name}, (map { spread('%.0f', map { $_ * 1e9 } @{ $values->{$_} }) } qw(truth ours theirs)), met(nearer($errors)) ];
}

# ---------------------------------------------------------------------------- page

sub table {
    my ($columns, @rows) = @_;
    return join "\n", map { '| ' . join(' | ', @$_) . ' |' } $columns, [ map {'---'} @$columns ], @rows;
}

# The rows are lists of cells, in three tables.
sub page {
    my ($rows) = @_;
    my ($met, $all, @goals) = (0, 0);
    for (
        [ 'the error per hit', map { $_->[7] } @{ $rows->{sum} } ],
        [ 'the sums',          map { $_->[10] } @{ $rows->{sum} } ],
        [ 'lines and subs',    map { $_->[7] } @{ $rows->{part} } ],
        [ 'builtins',          map { $_->[4] } @{ $rows->{builtin} } ],
    ) {
        my ($what, @cells) = @$_;
        my $yes = grep {/met$/} @cells;
        my $of  = grep {/met$|missed$/} @cells;
        $met += $yes;
        $all += $of;
        push @goals, "$what $yes of $of";
    }
    my $nearer = grep { $_->[8] eq 'ours' } @{ $rows->{part} };
    my %fill = (
        ROUNDS   => $rounds,
        MACHINE  => machine($agent),
        LOAD     => first_line('/proc/loadavg', qr/^(\S+)/),
        MET      => "$met of $all",
        EACH     => join(', ', @goals),
        NEARER   => "$nearer of " . @{ $rows->{part} },
        SUMS     => table(\@sum_columns, @{ $rows->{sum} }),
        PARTS    => table(\@part_columns, @{ $rows->{part} }),
        BUILTINS => table(\@builtin_columns, @{ $rows->{builtin} }),
    );
    local $Text::Wrap::columns = 101;
    my @text;
    for my $paragraph (split /\n{2,}/, slurp("$here/page.md") =~ s/\n+\z//r) {
        my $filled = $paragraph =~ s/\b([A-Z]{3,})\b/$fill{$1} \/\/ $1/ger;
        push @text, $filled =~ /^\|/ ? $filled : wrap('', $filled =~ /^\*/ ? '  ' : '', $filled =~ s/\n/ /gr);
    }
    return join("\n\n", @text) . "\n";
}

# --------------------------------------------------------------------------- check

# Has the page all rows and columns, and no others?  Does not look at the text.
sub check_page {
    my ($file) = @_;
    my $page = slurp($file);
    my %want = (sum => [], part => [], builtin => []);
    for my $program (@PROGRAMS) {
        push @{ $want{sum} }, "$program->{name} | $_" for slowops_of($program);
        for my $part (parts_of($program)) {
            push @{ $want{ $part->{table} } }, $part->{table} eq 'builtin' ? $part->{name} : "$program->{name} | $part->{said}";
        }
    }
    my @wrong;
    my %columns = (sum => \@sum_columns, part => \@part_columns, builtin => \@builtin_columns);
    for my $kind (sort keys %columns) {
        my $head = '| ' . join(' | ', @{ $columns{$kind} }) . ' |';
        my ($body) = $page =~ /^\Q$head\E\n\|[- |]+\n((?:\|.*\n)*)/m;
        if (!defined $body) {
            push @wrong, "no table with the columns @{ $columns{$kind} }";
            next;
        }
        my @rows = map { [ split / \| /, s/^\| | \|$//gr ] } split /\n/, $body;
        my $keys = $kind eq 'builtin' ? 1 : 2;
        my @names = map { my $row = $_; join ' | ', @$row[ 0 .. $keys - 1 ] } @rows;
        my (%is, %due);
        @is{@names} = ();
        @due{ @{ $want{$kind} } } = ();
        push @wrong, map {"no row for $_"} grep { !exists $is{$_} } @{ $want{$kind} };
        push @wrong, map {"a row for $_, which is not measured"} uniq(grep { !exists $due{$_} } @names);
        push @wrong, map { "the row for $_->[0], $_->[1] has " . @$_ . ' columns' } grep { @$_ != @{ $columns{$kind} } } @rows;
    }
    push @wrong, 'no goals' if $page !~ /^Goals met: \d+ of \d+\b/m;
    print "    $file: $_\n" for @wrong;
    printf "%d passed, %d failed\n", @wrong ? (0, 1) : (1, 0);
    return @wrong ? 1 : 0;
}

1;
