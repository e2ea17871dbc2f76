# Files: open in all modes, print, printf, say, read, getc, seek, tell, eof, truncate, close.
use strict;
use warnings;
use feature 'say';

sub put { my ($name, @lines) = @_; open my $fh, '>', $name or die; print {$fh} "$_\n" for @lines; return close $fh }
sub slurp { my $name = shift; open my $fh, '<', $name or die; local $/; return <$fh> }

put('a.txt', 'one', 'two', 'three');
open my $in, '<', 'a.txt' or die;
while (my $line = <$in>) { chomp $line; print $., ':', $line, "\n" }
seek $in, 4, 0;
print tell($in), getc($in), eof($in) ? 'end' : 'more', "\n";
read $in, my $buffer, 3;
read $in, $buffer, 3, length $buffer;
print length($buffer), "\n";
my @rest = <$in>;
print scalar(@rest), eof $in, "\n";
close $in;
open my $rw, '+<', 'a.txt' or die;
binmode $rw, ':raw';
printf {$rw} '%s', 'ONE';
truncate $rw, 8;
say {$rw} 'tail' if seek $rw, 0, 2;
close $rw;
print slurp('a.txt');
open my $append, '>>', 'a.txt' or die;
{ my $old = select $append; $| = 1; select $old }
print {$append} 'appended ', length slurp('a.txt'), "\n";
close $append;
print -s 'a.txt', "\n";
open my $string, '<', \"in\nmemory\n" or die;
print scalar(my @l = <$string>), "\n";
close $string;
open my $dup, '>&', \*STDOUT or die;
$dup->autoflush(1);
close $dup;
print open(my $none, '<', 'missing') ? 'opened' : 'no such file', "\n";
{ local @ARGV = ('a.txt', 'a.txt'); while (<>) { print "$ARGV $_" if eof } }
{ local $/ = \4; open FH, 'a.txt' or die; my @blocks = <FH>; print scalar(@blocks), "\n"; close FH }
my $x = 'kept ';
open TAIL, '<', 'a.txt' or die;
$x .= <TAIL>;
$x .= <TAIL> for 1 .. 2;
close TAIL;
print $x;
