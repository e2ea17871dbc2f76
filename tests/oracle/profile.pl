# SPDX-License-Identifier: GPL-2.0-or-later
#
# Reads profiles with the stock readers.

use strict;
use warnings;
use Devel::NYTProf::Data;

# Whose profile a file is.
sub process_of {
    my ($file) = @_;
    my %process = (file => $file, pid => 0, ppid => 0, start => 0);
    # It is at the begin of the file; the rest is not read for it.
    my $start = sub { shift; @process{qw(pid ppid start)} = @_; die "enough\n" };
    eval { Devel::NYTProf::Data->new({ filename => $file, quiet => 1, callback => { PID_START => $start } }); 1 } or $@ eq "enough\n" or die $@;
    return \%process;
}

# The profiles of a case's processes in an order that is the same in every run: a process, then
# its children in the order in which they were made.  Process ids start anew above the highest.
sub profiles_in_order {
    my ($base) = @_;
    my ($highest) = slurp('/proc/sys/kernel/pid_max') =~ /(\d+)/;
    my (%known, %children);
    my @processes = sort { $a->{start} <=> $b->{start} } map { process_of($_) } grep { -s } $base,
        grep { /\.\d+$/ } glob "$base.*";
    $known{ $_->{pid} }++ for @processes;
    for my $process (@processes) {
        my $parent = $known{ $process->{ppid} } ? $process->{ppid} : 0;
        push @{ $children{$parent} }, $process;
    }
    my ($below, %seen);
    $below = sub {
        my ($pid) = @_;
        return () if $seen{$pid}++;    # of a process that was replaced by exec
        my $nth = sub { $pid ? ($_[0]{pid} - $pid) % $highest : $_[0]{start} };
        my @sorted = sort { $nth->($a) <=> $nth->($b) || $a->{start} <=> $b->{start} } @{ $children{$pid} // [] };
        return map { ($_->{file}, $below->($_->{pid})) } @sorted;
    };
    return $below->(0);
}

sub read_profile {
    my ($file, $with_stacks) = @_;
    my @warnings;
    local $SIG{__WARN__} = sub { push @warnings, @_ };
    my $data = Devel::NYTProf::Data->new({ filename => $file, quiet => 1, skip_collapse_evals => 1 });
    my %p = (lines => {}, calls => {}, subs => {}, files => {}, warnings => \@warnings, file => $file);
    for my $fi ($data->all_fileinfos) {
        my $name = $fi->filename;
        $p{files}{$name} = 1;
        $p{lines}{$name} = line_counts($fi->line_time_data);
        for my $level (qw(block sub)) {
            my $counts = line_counts($fi->line_time_data([$level]));
            $p{"${level}_lines"}{$name} = $counts if %$counts;
        }
    }
    read_records(\%p, $file);
    $p{stmts} = 0;
    $p{stmts} += $_ for map { values %$_ } values %{ $p{lines} };
    $p{sub_calls} = 0;
    $p{sub_calls} += $_->[0] for values %{ $p{calls} };
    $p{stacks} = $with_stacks ? read_stacks($file, \@warnings) : {};
    return \%p;
}

# From [[time, count], ...] to line => count.
sub line_counts {
    my ($lines) = @_;
    my %counts;
    for my $line (0 .. $#{ $lines // [] }) {
        my $count = $lines->[$line] ? $lines->[$line][1] : 0;
        $counts{$line} = $count if $count;
    }
    return \%counts;
}

# The model adds up the callers at one place; the records still have them apart.
sub read_records {
    my ($p, $file) = @_;
    my %fid;
    Devel::NYTProf::Data->new({
        filename => $file,
        quiet    => 1,
        callback => {
            NEW_FID => sub { my (undef, $fid, @rest) = @_; $fid{$fid} = $rest[-1] },
            SUB_INFO => sub {
                my (undef, $fid, $first, $last, $sub) = @_;
                my $s = $p->{subs}{$sub} //= {};
                @$s{qw(file first last)} = ($fid{$fid}, $first, $last);
            },
            SUB_CALLERS => sub {
                my (undef, $fid, $line, $count, undef, undef, undef, $depth, $callee, $caller) = @_;
                return if !$fid;    # the mark of an xsub
                my $row = $p->{calls}{"$fid{$fid}:$line\t$caller\t$callee"} //= [ 0, 0 ];
                $row->[0] += $count;
                $row->[1] = $depth if $depth > $row->[1];
                $p->{subs}{$callee}{called} = 1;
            },
            SRC_LINE => sub { my (undef, $fid, $line, $text) = @_; $p->{source}{ $fid{$fid} }[$line] = $text },
        },
    });
    return;
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

1;
