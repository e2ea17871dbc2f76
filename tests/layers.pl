#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Checks which files use which, from the symbols of the agent's object files (nm):
#
#   tests/layers.pl [BUILD]     fails if files call each other in a circle, or if a folder uses
#                               another one that it may not use
#
# The table in docs/architecture.md says what each folder may use.  For the headers of bpf/, which
# are one program, it reads the includes.  --all lists the uses between folders.

use strict;
use warnings;

my $list  = @ARGV && $ARGV[0] eq '--all' ? shift : '';
my $build = shift // 'build';
my (%file_of, %uses, @wrong);

# ------------------------------------------------------------------------- what there is

sub read_objects {
    open my $nm, '-|', "find $build/user -name '*.o' -exec nm -A {} +" or die "nm: $!\n";
    my @undefined;
    while (<$nm>) {
        my ($file, $kind, $symbol) = m{^\Q$build\E/user/(.*)\.o:\S*\s+(\w) (\S+)$} or next;
        next if !-e "user/$file.c";    # it was moved since it was built
        if ($kind eq 'U') { push @undefined, [ $file, $symbol ] }
        elsif ($kind =~ /[TDBRC]/) { $file_of{$symbol} = $file }
    }
    for (@undefined) {
        my ($file, $symbol) = @$_;
        my $other = $file_of{$symbol} // next;
        $uses{$file}{$other}{$symbol} = 1 if $other ne $file;
    }
    die "no object files in $build/user: run make first\n" if !%file_of;
    return;
}

sub read_headers {
    for my $path (glob('bpf/*.h bpf/*.c bpf/*/*.h bpf/*/*.c')) {
        open my $in, '<', $path or die "$path: $!\n";
        while (<$in>) {
            my ($name) = /^#include "(.*)"/ or next;
            my ($other) = grep { -f $_ } "bpf/$name", $path =~ s{[^/]*$}{$name}r;
            $uses{$path}{$other}{$name} = 1 if $other && $other ne $path;
        }
    }
    return;
}

# ------------------------------------------------------------------------------- circles

# Strongly connected components (Tarjan): each with more than one file is a circle.
sub circles {
    my ($next, %index, %low, %open, @stack, @found) = (0);
    my $visit;
    $visit = sub {
        my ($file) = @_;
        $index{$file} = $low{$file} = $next++;
        push @stack, $file;
        $open{$file} = 1;
        for my $other (sort keys %{ $uses{$file} }) {
            $visit->($other) if !defined $index{$other};
            $low{$file} = $low{$other} if $open{$other} && $low{$other} < $low{$file};
        }
        return if $low{$file} != $index{$file};
        my @members;
        do { push @members, pop @stack; delete $open{ $members[-1] } } until $members[-1] eq $file;
        push @found, [ sort @members ] if @members > 1;
    };
    defined $index{$_} or $visit->($_) for sort keys %uses;
    return @found;
}

sub say_circle {
    my ($members) = @_;
    my %member = map { $_ => 1 } @$members;
    push @wrong, "a circle: @$members";
    for my $file (@$members) {
        for my $other (grep { $member{$_} } sort keys %{ $uses{$file} }) {
            push @wrong, "    $file uses $other: " . join ' ', sort keys %{ $uses{$file}{$other} };
        }
    }
    return;
}

# ------------------------------------------------------------------------------- folders

# Folder => what it may use, from the rows of the table that begin with this name; "everything below" is what the rows
# below it name.
sub rules {
    my ($top) = @_;
    open my $page, '<', 'docs/architecture.md' or die "docs/architecture.md: $!\n";
    my (%may, @order);
    while (<$page>) {
        my ($folder, $rest) = m{^\| `$top/([\w/]+)/` \| .* \| (.*) \|$} or next;
        push @order, $folder;
        $may{$folder} = $rest;
    }
    die "docs/architecture.md has no table of the folders of $top\n" if !@order;
    for my $at (0 .. $#order) {
        my $rest = $may{ $order[$at] };
        my @may  = $rest eq 'everything below' ? @order[ $at + 1 .. $#order ] : $rest =~ /`([\w\/]+)`/g;
        $may{ $order[$at] } = { map { $_ => 1 } @may };
    }
    return \%may;
}

sub check_folders {
    my %may = (user => rules('user'), bpf => rules('bpf'));
    my %edges;
    for my $file (sort keys %uses) {
        my $top = $file =~ m{^bpf/} ? 'bpf' : 'user';
        for my $other (sort keys %{ $uses{$file} }) {
            my ($from, $to) = map { s{^bpf/}{}r =~ m{^(.*)/} ? $1 : '' } $file, $other;
            next if $from eq $to || $from eq '' || $to eq '';
            $edges{"$top: $from -> $to"}++;
            next if $may{$top}{$from}{$to};
            push @wrong, "$from may not use $to: $file uses $other: " . join ' ', sort keys %{ $uses{$file}{$other} };
        }
    }
    print map { "$_ ($edges{$_})\n" } sort keys %edges if $list;
    return;
}

# What a file of user/ includes of other folders.
sub check_includes {
    my $may = rules('user');
    for my $path (glob 'user/*/*.[ch]') {
        my ($from) = $path =~ m{^user/(\w+)/};
        open my $in, '<', $path or die "$path: $!\n";
        while (<$in>) {
            my ($to) = m{^#include "(\w+)/\w+\.h"} or next;
            push @wrong, "$from may not include $to: $path" if -d "user/$to" && $to ne $from && !$may->{$from}{$to};
        }
    }
    return;
}

read_objects();
read_headers();
say_circle($_) for circles();
check_folders();
check_includes();
print "    $_\n" for @wrong;
my $failed = grep { !/^    / } @wrong;
printf "%d passed, %d failed\n", !$failed, $failed;
exit($failed ? 1 : 0);
