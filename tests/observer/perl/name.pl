# SPDX-License-Identifier: GPL-2.0-or-later
# $0, the command line and the name of the process.
use strict;
use warnings;

sub slurp { open my $fh, '<', "/proc/self/$_[0]" or return "$!"; local $/; my $text = <$fh>; $text =~ tr/\0/|/; return $text }
my ($top) = __FILE__ =~ m{^(.*)/tests/};
sub show { print "$_[0]: ", map { s/\Q$top\E//gr } join(' ', $0, slurp('cmdline'), slurp('comm')) }
show('begin');
print "\n$^X @ARGV ", -e $0 ? 'there' : 'not there', "\n";
$0 = 'short';
show('short');
$0 = 'a name that is longer than the sixteen bytes of a process name ' x 8;
show('long');
$0 = '';
show('empty');
