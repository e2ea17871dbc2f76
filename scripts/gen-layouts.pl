#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes the agent's layout table:
#
#     scripts/gen-layouts.pl user/perl/perl-layouts.csv include/nytprof/perl_layout.h > layouts.inc
#
# Uses only the columns that perl_layout.h names.

use strict;
use warnings;

my ($csv, $header) = @ARGV;
die "usage: $0 CSV HEADER\n" unless defined $header;

open my $fh, '<', $header or die "$header: $!\n";
my $text = do { local $/; <$fh> };
close $fh;

sub names {
    my ($list) = @_;
    my ($body) = $text =~ /#define $list\(X\)((?:[^\n]*\\\n)*[^\n]*)/ or die "no $list in $header\n";
    return $body =~ /X\((\w+)\)/g;
}
my @interp = names('LAYOUT_INTERP');
my @fields = names('LAYOUT_FIELDS');

open $fh, '<', $csv or die "$csv: $!\n";
chomp(my $head = <$fh>);
my @columns = split /,/, $head, -1;
my %has = map { $_ => 1 } @columns;
my %machine = (x86_64 => 'EM_X86_64', aarch64 => 'EM_AARCH64');
for my $name (@interp, @fields, 'arch') {
    die "$csv has no column $name, which $header names\n" unless $has{$name};
}

print "/* Made by scripts/gen-layouts.pl from perl-layouts.csv. */\n";
while (my $line = <$fh>) {
    chomp $line;
    my %row;
    @row{@columns} = split /,/, $line, -1;
    my $multiplicity = $row{MULTIPLICITY};

    my %layout = (
        (map { $_ => $multiplicity ? $row{$_} : 0 } @interp),
        (map { $_ => $row{$_} eq '' ? 0 : $row{$_} } @fields),
        multiplicity => $multiplicity,
        ithreads     => $row{USE_ITHREADS},
    );
    printf "{ .name = \"%s\", .machine = %s, .version = %d, .debugging = %d, .layout = {\n",
        $row{row}, $machine{ $row{arch} } // die("$csv: what is $row{arch}?\n"),
        $row{PERL_VERSION}, $row{DEBUGGING};
    printf "\t.%s = %s,\n", $_, $layout{$_} for @interp, @fields, qw(multiplicity ithreads);
    print "} },\n";
}
