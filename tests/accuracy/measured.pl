# SPDX-License-Identifier: GPL-2.0-or-later
#
# What is measured: the programs, and what is known of each.  For accuracy.pl.

use strict;
use warnings;
use File::Basename qw(basename);

our ($here, $top);

# What is to know of some: that one sleeps, with which slowops its sum is measured, and its exit status.
my %MORE = (
    sleep      => { sleeps  => 1 },
    builtins   => { slowops => [2] },
    condition  => { slowops => [ 0, 2 ] },
    matches    => { slowops => [ 0, 2 ] },
    perlcritic => { status  => 2 },
);

# Each has a name, and the arguments of its perl.
our @PROGRAMS = (
    (map { program(basename($_, '.pl'), $_) } sort glob "$here/programs/*.pl"),
    program('perlcritic', '/usr/bin/perlcritic', '/usr/share/perl/5.36/subs.pm'),
    program('weblog',     "$top/docs/sample/weblog.pl", 2500),
);

sub program {
    my ($name, @argv) = @_;
    return { name => $name, argv => \@argv, %{ $MORE{$name} || {} } };
}

sub slowops_of { my ($program) = @_; return @{ $program->{slowops} || [0] } }

# What a program says of itself, in order, without running it.  Each part of it has the table in which
# it is shown, a name, what the program says before the number, and the name that profile.pl gives it.
sub parts_of {
    my ($program) = @_;
    my $file = $program->{argv}[0];
    my @parts;
    open my $fh, '<', $file or return;
    my @lines = <$fh>;
    for (@lines) {
        push @parts, [ 'part',    $1, "line $1",    'line ' . line_of($file, $1, @lines) ] if /^say_line\(([\w:]+)/;
        push @parts, [ 'part',    $1, "sub $1",     "sub $1" ] if /^say_sub\('([\w:]+)'/;
        push @parts, [ 'builtin', $1, "builtin $2", "sub $2" ] if /^say_builtin\('([^']+)',\s*'([\w:]+)'/;
    }
    return map { my %part; @part{qw(table name said key)} = @$_; \%part } @parts;
}

# Which line is meant by a name: the one that ends in "# NAME".
sub line_of {
    my ($file, $name, @lines) = @_;
    my ($line) = grep { $lines[ $_ - 1 ] =~ /# $name$/ } 1 .. @lines;
    return $line // die "$file: no line is called $name\n";
}

1;
