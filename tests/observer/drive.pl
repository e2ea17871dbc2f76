#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# drive.pl LIST OUT: runs every case of observer.pl, one after the other.  It cannot tell whether
# the agent records it.  A line of LIST is name, directory, standard input and command, separated by
# tabs.  OUT/NAME gets stdout, stderr and status.
use strict;
use warnings;

my ($list, $out) = @ARGV;
$ENV{LINES} = 1;    # perl has then made an environment of its own
delete $ENV{LINES};
open my $fh, '<', $list or die "$list: $!";
while (<$fh>) {
    chomp;
    my ($name, $dir, $stdin, @command) = split /\t/;
    mkdir "$out/$name" or die "$out/$name: $!";
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        chdir $dir or die "$dir: $!";
        open STDIN,  '<', $stdin               or die "$stdin: $!";
        open STDOUT, '>', "$out/$name/stdout" or die "$out/$name/stdout: $!";
        open STDERR, '>', "$out/$name/stderr" or die "$out/$name/stderr: $!";
        exec { $command[0] } @command or die "$command[0]: $!";
    }
    waitpid $pid, 0;
    my $status = $?;
    open my $to, '>', "$out/$name/status" or die "$out/$name/status: $!";
    printf $to "exit status %d, signal %d, core %d\n", $status >> 8, $status & 127, $status & 128 ? 1 : 0;
    close $to or die $!;
}
