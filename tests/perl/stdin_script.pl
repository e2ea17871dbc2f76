# Reads its input to the end, line by line and in slurps.
# oracle-stdin: stdin_script.pl
use strict;
use warnings;

sub words { my $line = shift; return scalar(my @w = split ' ', $line) }
my ($lines, $words) = (0, 0);
while (<STDIN>) {
    chomp;
    next if /^\s*$/;
    $lines++;
    $words += words($_);
}
print "$lines $words\n";
