#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# How exact are the times?  Runs programs of known cost bare, under nytprof-bpf and under Devel::NYTProf.
# Writes docs/accuracy.md: what each tool reports, compared with the truth.
#
#   accuracy.pl [--agent PROGRAM] [--rounds N] [--out FILE] [PROGRAM ...]
#   accuracy.pl --check FILE     is FILE what this program writes: all rows, all columns?
#
# Programs named on the command line run alone, and the rows are printed; FILE is written only if it is
# named.  Needs root, two processors, and eleven minutes.  Keeps one processor for itself.
#
#   measured.pl   which programs, and what is known of them
#   programs/     programs, which measure some of their lines and subs themselves (Truth.pm)
#   run.pl        how they are run
#   page.pl       what is made of the numbers, and the goals; page.md has the words

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Getopt::Long;

our $here = abs_path(dirname(__FILE__));
our $top  = abs_path("$here/../..");
our $work = tempdir('accuracy.XXXXXX', TMPDIR => 1, CLEANUP => 1);
our @PROGRAMS;
$| = 1;

GetOptions(
    'agent=s'  => \(our $agent = "$top/build/nytprof-bpf"),
    'rounds=i' => \(our $rounds = 7),
    'out=s'    => \my $out,
    'check=s'  => \my $check,
) or die "usage: $0 [--agent PROGRAM] [--rounds N] [--out FILE] [PROGRAM ...] | --check FILE\n";
$out //= "$top/docs/accuracy.md" if !@ARGV;

require "$top/tests/$_.pl" for qw(files machine);
require "$here/$_.pl"      for qw(measured page);
exit check_page($check) if defined $check;

die "$0: must be run as root\n" if $>;
require "$here/run.pl";
my %known = map { $_->{name} => 1 } @PROGRAMS;
$known{$_} or die "$0: no program \"$_\": there are @{[ sort keys %known ]}\n" for @ARGV;
my %want = map { $_ => 1 } @ARGV;

prepare_kernel();
my %rows;

# Adds a row to one of the tables, and shows it.
sub add {
    my ($table, $row) = @_;
    push @{ $rows{$table} }, $row;
    print join(' | ', @$row), "\n";
    return;
}

for my $program (grep { !@ARGV || $want{ $_->{name} } } @PROGRAMS) {
    if (!-e $program->{argv}[0]) {
        warn "$program->{name} is left out: there is no $program->{argv}[0]\n";
        next;
    }
    my %seen = map { $_ => measure($program, $_) } slowops_of($program);
    add(sum => sum_row($program, $_, $seen{$_})) for slowops_of($program);
    my ($first) = slowops_of($program);
    add($_->{table} => $_->{table} eq 'builtin' ? builtin_row($_, $seen{$first}) : part_row($program, $_, $seen{$first})) for parts_of($program);
}
spew('>', $out, page(\%rows)) if defined $out;
