# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes docs/performance.md from what bench.pl has measured.

use strict;
use warnings;
use Text::Wrap qw(wrap);

our ($here, @PROGRAMS);

my @tools        = qw(nytprof nytprof_stmts0 ours ours_stmts0 floor floor_stmts0);
my @tool_columns = ('program', 'NYTProf', 'NYTProf stmts=0', 'ours', 'ours --stmts=0', 'empty probes', 'empty probes --stmts=0');
my @wall_columns = (@tool_columns, 'ours / empty probes');
my @cpu_columns  = @tool_columns;
my @over_columns = ('program', 'ours', 'empty probes', 'ours --stmts=0', 'empty probes --stmts=0');
my @whole_columns = ('program', 'bare, s', 'NYTProf, s', 'ours, s', 'NYTProf / bare', 'ours / bare', 'ours / NYTProf');
my @hit_columns  = ('program', 'statements', 'calls', 'hits per statement', 'other hits per call', 'statement, ns', 'other, ns');
my @rest_columns = ('program', 'agent, % of a processor', 'agent RSS, MB', 'at most, MB', 'maps, MB', 'bytes', 'bytes / NYTProf', 'finished after, s');

sub table {
    my ($columns, @rows) = @_;
    return join "\n", map { '| ' . join(' | ', @$_) . ' |' } $columns, [ map {'---'} @$columns ], @rows;
}

sub mb { return sprintf '%.1f', $_[0] / 2**20 }
sub times_text { return sprintf '%.2f', $_[0] }

sub wall_row {
    my ($name, $r) = @_;
    return [ $name, (map { times_text($r->{$_}{to_bare}{wall}) } @tools), times_text($r->{ours}{to_floor}{wall}) ];
}

sub over_row {
    my ($name, $r) = @_;
    return [ $name, map { times_text($r->{overhead}{$_}) } qw(ours floor ours_stmts0 floor_stmts0) ];
}

sub cpu_row {
    my ($name, $r) = @_;
    return [ $name, map { times_text($r->{$_}{to_bare}{cpu}) } @tools ];
}

# The command as its user waits for it.
sub whole_row {
    my ($name, $r) = @_;
    return [ $name, map { times_text($_) } (map { $r->{$_}{whole} } qw(bare nytprof ours)),
        (map { $r->{$_}{to_bare}{whole} } qw(nytprof ours)), $r->{ours}{to_nytprof}{whole} ];
}

# The hits at statements, and those of all other probes.
sub hits {
    my ($counted) = @_;
    my $progs = $counted->{progs};
    my $other = 0;
    $other += $progs->{$_}{hits} for grep { !/^(?:statement|sched_)/ } keys %$progs;
    return ($progs->{statement}{hits} // 0, $other);
}

sub hit_row {
    my ($name, $r) = @_;
    my $c = $r->{counted};
    my ($statement, $other) = hits($c);
    my $ns = sub { my $p = $c->{progs}{ $_[0] }; $p && $p->{hits} > 1000 ? sprintf '%.0f', $p->{ns} / $p->{hits} : '-' };
    return [ $name, $c->{stmts}, $c->{calls}, times_text($statement / $c->{stmts}), ($c->{calls} > 1000 ? times_text($other / $c->{calls}) : '-'),
        map { $ns->($_) } qw(statement others) ];
}

sub rest_row {
    my ($name, $r) = @_;
    my $o = $r->{ours};
    return [ $name, sprintf('%.1f', 100 * $o->{agent_cpu} / $o->{wall}), mb($o->{agent_rss}), mb($o->{agent_peak}), mb($r->{counted}{map_bytes}),
        $o->{bytes}, sprintf('%.3f', $o->{bytes} / $r->{nytprof}{bytes}), sprintf('%.2f', $o->{finish}) ];
}

sub tables {
    my ($results) = @_;
    my @names = grep { $results->{programs}{$_} } map { $_->{name} } @PROGRAMS;
    my $rows = sub { my ($row) = @_; map { $row->($_, $results->{programs}{$_}) } @names };
    return join "\n\n", 'Wall time, divided by that of the bare program:', table(\@wall_columns, $rows->(\&wall_row)),
        'Wall time added to the bare program, divided by what NYTProf adds with the same options:', table(\@over_columns, $rows->(\&over_row)),
        'Processor time (user and system), divided by that of the bare program:', table(\@cpu_columns, $rows->(\&cpu_row)),
        "Wall time of the whole command, from its start to its end. It has the agent's start and the writing of\nthe profile, too:",
        table(\@whole_columns, $rows->(\&whole_row)),
        "Hits of probes, and the time of the BPF programs at them. The kernel counts both\n(`kernel.bpf_stats_enabled`, which adds about 30 ns to each hit):",
        table(\@hit_columns, $rows->(\&hit_row)),
        'Memory, file size, and the agent:', table(\@rest_columns, $rows->(\&rest_row)) . "\n", ($results->{single} ? besides($results->{single}) : ());
}

# A measurement without a goal.
sub besides {
    my ($s) = @_;
    my $text = sprintf "A perl that is not watched ran beside a busy perl. When the busy one was watched, the other one took\n"
        . "%.2f of the processor time that it takes beside an unwatched one. When the busy one called the\n"
        . "kernel all the time instead (`getppid`), it was %.2f.\n", @{ $s->{unwatched} }{qw(watched kernel)};
    $text .= "\nProcessor time of reading a profile, against the stock reader with the same file:\n\n" . reading_table($s->{reading}) if $s->{reading};
    return $text;
}

# Of the wall time that NYTProf adds, how much may be added to these?
my %overhead_goal = (perlcritic => 0.95, perltidy => 1.05, server => 0.65);

# The goals: a text, the upper limit, and the measured value.
sub goals {
    my ($results) = @_;
    my ($p, $s) = @$results{qw(programs single)};
    my %real = map { $_->{name} => 1 } grep { $_->{real} } @PROGRAMS;
    my @measured = grep { $p->{$_} } map { $_->{name} } @PROGRAMS;
    my ($one, $many) = @{ $s->{processes} };
    my @long = grep { $p->{$_}{nytprof}{wall} >= 1 } @measured;
    my $worst = sub { (sort { $b <=> $a } @_)[0] };
    my $all = sub { my ($row) = @_; my ($stmts, $other) = hits($p->{$row}{counted}); $other / $p->{$row}{counted}{calls} };
    return (
        (map { [ "$_: wall overhead / NYTProf's", $overhead_goal{$_}, $p->{$_}{overhead}{ours} ] } grep { $real{$_} } @measured),
        [ 'tight loop: ours / NYTProf', 1.3, $p->{loop}{ours}{to_nytprof}{wall} ],
        (map { [ "$_: wall overhead / NYTProf's, both with stmts=0", 1.2, $p->{$_}{overhead}{ours_stmts0} ] } grep { $p->{$_} } qw(calls perlcritic)),
        [ 'ours / empty probes, on average', 1.25, average(map { $p->{$_}{ours}{to_floor}{wall} } @measured) ],
        [ 'hits per call beyond its statements, on average', 1.5, average(map { $all->($_) } grep { $p->{$_}{counted}{calls} > 1000 } @measured) ],
        [ 'a perl that is not watched, beside one that is: processor time', 1.01, $s->{unwatched}{watched} ],
        [ "bytes / NYTProf's, where NYTProf takes a second: the most", 0.2, $worst->(map { $p->{$_}{ours}{bytes} / $p->{$_}{nytprof}{bytes} } @long) ],
        [ 'bytes of ten times as long a run', 1.01, $s->{growth} ],
        [ sprintf('finished after %.0e statements, s', $s->{many}{stmts}), 3, $s->{many}{finish} ],
        [ 'RSS of the agent then, at most, MB', 64, mb($s->{many}{agent_peak}) ],
        [ 'agent, % of a processor, while one process is busy for 12 s', 2, $s->{steady} ],
        [ 'agent RSS and maps, one process, MB', 48, mb($one->{rss} + $one->{maps}) ],
        [ "agent RSS and maps, $many->{processes} processes, MB", 256, mb($many->{rss} + $many->{maps}) ],
        [ "nytprofhtml on ours / on NYTProf's", 1.0, $s->{html} ],
        (map { [ sprintf('reading %.0e statement records, %s, s', $_->{cnt}, $_->{kind}), 2.5e-8 * $_->{cnt}, $_->{ours} ] } grep { $_->{kind} eq 'merged' } @{ $s->{reading} || [] }),
    );
}

sub average {
    my $sum = 0;
    $sum += $_ for @_;
    return $sum / (@_ || 1);
}

sub page {
    my ($results) = @_;
    my @goals = goals($results);
    my @rows  = map { my ($what, $most, $is) = @$_; [ $what, "<= $most", times_text($is), $is <= $most ? 'met' : 'missed' ] } @goals;
    my $met   = grep { $_->[3] eq 'met' } @rows;
    my $head  = slurp("$here/head.md");
    $head =~ s/ROUNDS/$results->{rounds}/;
    $head =~ s/MACHINE/$results->{machine}/;
    $head =~ s/LOAD/$results->{load}/;
    local $Text::Wrap::columns = 101;
    $head = join "\n\n", map { wrap('', '', s/\n/ /gr) } split /\n{2,}/, $head;
    return join "\n\n", $head, "## Goals\n\nMet: $met of ${\scalar @rows}.", table([ 'what', 'goal', 'measured', '' ], @rows),
        "## What was measured", tables($results) . "\n" . slurp("$here/why.md");
}

# Are all rows of all programs there, with all columns?  Does not look at the text.
sub check_page {
    my ($file) = @_;
    my $text = slurp($file);
    my @wrong;
    for my $columns (\@wall_columns, \@over_columns, \@cpu_columns, \@whole_columns, \@hit_columns, \@rest_columns) {
        my $head = '| ' . join(' | ', @$columns) . ' |';
        my ($body) = $text =~ /^\Q$head\E\n\|[- |]+\n((?:\|.*\n)*)/m;
        if (!defined $body) {
            push @wrong, "no table with the columns @$columns";
            next;
        }
        my @rows = map { [ split / \| /, s/^\| | \|$//gr ] } split /\n/, $body;
        my $names = join ' ', map { $_->[0] } @rows;
        push @wrong, "rows $names" if $names ne join ' ', map { $_->{name} } @PROGRAMS;
        push @wrong, "a row of $_->[0] has " . @$_ . ' columns' for grep { @$_ != @$columns } @rows;
    }
    push @wrong, 'no goals' if $text !~ /^Met: \d+ of \d+\.$/m;
    print "    $file: $_\n" for @wrong;
    printf "%d passed, %d failed\n", @wrong ? (0, 1) : (1, 0);
    return @wrong ? 1 : 0;
}

1;
