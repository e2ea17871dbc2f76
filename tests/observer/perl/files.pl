# SPDX-License-Identifier: GPL-2.0-or-later
# What is open, and where the program, its directory and its root are.
use strict;
use warnings;

my ($dir) = readlink('/proc/self/cwd') =~ m{^(.*)/};
sub shown { my $to = shift // "$!"; $to =~ s/\Q$dir\E/DIR/; $to =~ s/\[\d+\]/[N]/; $to =~ s{/proc/\d+/}{/proc/PID/}; return $to }
for my $fd (sort { $a <=> $b } map { m{(\d+)$} } glob '/proc/self/fd/*') {
    my $to = readlink "/proc/self/fd/$fd" or next;
    open my $info, '<', "/proc/self/fdinfo/$fd" or next;
    print "$fd ", shown($to), ' ', grep({/^flags/} <$info>);
}
print "$_ ", shown(readlink "/proc/self/$_"), "\n" for qw(exe cwd root);
printf "umask %03o, terminal %d%d%d\n", umask, -t STDIN || 0, -t STDOUT || 0, -t STDERR || 0;
print "position ", tell(STDIN), "\n";
open my $tty, '<', '/dev/tty' or print "no terminal: $!\n";
