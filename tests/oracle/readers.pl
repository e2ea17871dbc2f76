#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs every stock reader of NYTProf on profiles.  Prints their messages on stderr and their
# failures.  For sound profiles it prints nothing.
#
#   readers.pl DIR FILE...     makes DIR for their output, and removes it
#
# The readers run in the current directory, because names of sources may be relative to it.  Their
# modules are loaded once.  Each reader is a fork that runs the installed script.  That takes half
# the time of five programs.

package Readers;    # the readers' own subs are in main

use strict;
use warnings;
use Devel::NYTProf::Constants;
use Devel::NYTProf::Core;
use Devel::NYTProf::Data;
use Devel::NYTProf::ReadStream;
use Devel::NYTProf::Reader;
use Devel::NYTProf::Util;
use Carp;
use Config;
use File::Copy;
use File::Path qw(make_path remove_tree);
use File::Spec;
use File::Which qw(which);
use Getopt::Long;
use JSON::MaybeXS ();
use List::Util;
use POSIX ();

my ($dir, @files) = @ARGV;
@files or die "usage: $0 DIR FILE...\n";

# What each reader writes, and its arguments.
sub runs_of {
    my ($file) = @_;
    return (
        [ "$dir/html/index.html", 'nytprofhtml',  '-f', $file, '-o', "$dir/html", '--no-flame' ],
        [ "$dir/csv",             'nytprofcsv',   '-f', $file, '-o', "$dir/csv" ],
        [ "$dir/cg",              'nytprofcg',    '-f', $file, '-o', "$dir/cg" ],
        [ "$dir/calls",           'nytprofcalls', $file ],
        [ "$dir/merged",          'nytprofmerge', '-o', "$dir/merged", $file, $file ],
    );
}

# nytprofcalls calls itself as deep as the program did, and its perl warns of that: of NYTProf's own profile as well.
my $of_itself = qr/^Deep recursion on subroutine "main::visit_nodes_depth_first" at /;

# Becomes the reader.
sub become {
    my ($reader, @arguments) = @_;
    open STDOUT, '>', $reader eq 'nytprofcalls' ? "$dir/calls" : '/dev/null' or die "stdout: $!";
    open STDERR, '>', "$dir/said" or die "$dir/said: $!";
    my $script = which($reader) // die "no $reader here\n";
    @ARGV = @arguments;
    { local $0 = $script; package main; do $script };
    if ($@) { print STDERR $@; POSIX::_exit(255) }
    exit 0;
}

sub words {
    my ($written, $reader, @arguments) = @_;
    my $pid = fork() // die "fork: $!";
    become($reader, @arguments) if !$pid;
    waitpid $pid, 0;
    my $status = $?;
    open my $fh, '<', "$dir/said" or die "$dir/said: $!";
    my @said = grep { !/$of_itself/ } map { s/\n//r } <$fh>;
    push @said, "ends with status " . ($status >> 8 || "of signal $status") if $status;
    push @said, 'has written nothing' if !-e $written;
    return map { "$reader: $_" } @said;
}

for my $file (@files) {
    make_path($dir);
    print map { "$_\n" } map { words(@$_) } runs_of($file);
    remove_tree($dir);
}
