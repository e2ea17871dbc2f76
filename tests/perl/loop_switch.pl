# The -n and -l switches: the program is the body of a loop that nobody wrote; BEGIN and END around it.
# oracle-perl: -nl
# oracle-stdin: loop_switch.pl
use strict;
use warnings;

our (%seen, $lines);
BEGIN { $lines = 0; print 'start' }
sub words { return grep { length } split /\W+/, shift }
next if /^\s*$/;
$lines++;
$seen{$_}++ for words($_);
last if eof;
print "$lines: $_" if /^#/;
END { print "lines $lines, words ", scalar keys %seen }
