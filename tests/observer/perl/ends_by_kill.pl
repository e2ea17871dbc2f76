# SPDX-License-Identifier: GPL-2.0-or-later
# Ends by SIGKILL.
$| = 1;
print "before\n";
sub deep { my $left = shift; return $left ? deep($left - 1) : kill 'KILL' => $$ }
deep(5);
sleep 10;
