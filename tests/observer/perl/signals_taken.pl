# SPDX-License-Identifier: GPL-2.0-or-later
# Handlers, interrupted system calls, and who sends what.
use strict;
use warnings;

$| = 1;
$SIG{$_} = sub { print "got $_[0]\n" } for qw(HUP INT USR1 USR2 TERM CHLD PIPE);
kill $_ => $$ for qw(HUP INT USR1 USR2 TERM);
my $pid = fork // die;
if (!$pid) { exit 3 }
waitpid $pid, 0;
print "child ", $? >> 8, "\n";
pipe my $r, my $w or die;
close $r;
print "write: ", (syswrite($w, 'x') // "undef $!"), "\n";
pipe $r, $w or die;
$SIG{ALRM} = sub { print "alarm\n"; syswrite $w, 'late' };
alarm 1;
my $got = sysread $r, my $buf, 10;
print "read: $got $buf\n";
{ local $SIG{ALRM} = sub { die "over\n" }; alarm 1; eval { 1 while 1 }; print $@ }
