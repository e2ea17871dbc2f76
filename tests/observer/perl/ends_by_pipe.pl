# SPDX-License-Identifier: GPL-2.0-or-later
# Ends by SIGPIPE.
$SIG{PIPE} = 'DEFAULT';
$| = 1;
pipe my $r, my $w;
close $r;
print "before\n";
syswrite $w, 'x';
print "not after\n";
