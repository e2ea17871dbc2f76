# SPDX-License-Identifier: GPL-2.0-or-later
# What a builtin takes: a loop with it, less the same loop without.  Each is in a package of its own,
# because slowops=2 makes a sub of each package's builtins.
use strict;
use warnings;
use Truth;

my $times = 1500;
my $text  = 'an abcdefghi of some words, and of more';
my @words = split ' ', $text;
my (%took, @out, $x);

sub took {
    my ($name, $begin, $middle, $end) = @_;
    push @{ $took{$name} }, ($end - $middle - ($middle - $begin)) / $times;
    return;
}

for my $round (1 .. 15) {
    {
        package Sort;
        my $t0 = Truth::now();
        for my $i (1 .. $times) {
            @out = @words;
        }
        my $t1 = Truth::now();
        for my $i (1 .. $times) {
            @out = sort @words;
        }
        main::took(sort => $t0, $t1, Truth::now());
    }
    {
        package Match;
        my $t0 = Truth::now();
        for my $i (1 .. $times) {
            $x = $text;
        }
        my $t1 = Truth::now();
        for my $i (1 .. $times) {
            $x = $text =~ /d(e)f/;
        }
        main::took(match => $t0, $t1, Truth::now());
    }
    {
        package All;
        my $t0 = Truth::now();
        for my $i (1 .. $times) {
            $x = $text;
        }
        my $t1 = Truth::now();
        for my $i (1 .. $times) {
            ($x = $text) =~ s/o/0/g;
        }
        main::took(all => $t0, $t1, Truth::now());
    }
    {
        package Exists;
        my $t0 = Truth::now();
        for my $i (1 .. $times) {
            $x = $text;
        }
        my $t1 = Truth::now();
        for my $i (1 .. $times) {
            $x = -e '/usr/bin/perl';
        }
        main::took(exists => $t0, $t1, Truth::now());
    }
    {
        package Pack;
        my $t0 = Truth::now();
        for my $i (1 .. $times) {
            $x = $text;
        }
        my $t1 = Truth::now();
        for my $i (1 .. $times) {
            $x = pack 'NnC', $i, 2, 3;
        }
        main::took(pack => $t0, $t1, Truth::now());
    }
    {
        package Short;
        my $word = 'one';
        my $t0 = Truth::now();
        for my $i (1 .. $times) {
            $x = $word;
        }
        my $t1 = Truth::now();
        for my $i (1 .. $times) {
            ($x = $word) =~ s/e/E/;
        }
        main::took(short => $t0, $t1, Truth::now());
    }
}
say_builtin('sort',       'Sort::CORE:sort',   median(@{ $took{sort} }));
say_builtin('match',      'Match::CORE:match', median(@{ $took{match} }));
say_builtin('s///g',      'All::CORE:subst',   median(@{ $took{all} }));
say_builtin('-e',         'Exists::CORE:ftis', median(@{ $took{exists} }));
say_builtin('pack',       'Pack::CORE:pack',   median(@{ $took{pack} }));
say_builtin('short s///', 'Short::CORE:subst', median(@{ $took{short} }));
