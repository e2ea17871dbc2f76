# Code in patterns and in replacements, with calls.
# oracle-crash: blocks=1
# oracle-rule: regex-code
use strict;
use warnings;
use re 'eval';

sub seen { return ++our $count }
sub twice { return $_[0] x 2 }

my $text = 'the cat sat on the mat';
(my $t = $text) =~ s/(\w+)/twice($1)/ge;
print "$t\n";
(my $u = $text) =~ s/(at)/'"' . twice($1) . '"'/gee;
print "$u\n";
my @words;
$text =~ /(?:(\w+)(?{ seen(); push @words, $1 })\s*)+/;
print scalar(@words), " ", our $count, "\n";
my $pattern = '(?{ seen() })a';
print "match\n" if $text =~ /$pattern/;
print join('|', map { twice($_) } $text =~ /\b(\w)/g), "\n";
my $re = qr/(?<first>\w)(?{ seen() })(?(?{ seen() > 3 })\w|\s)/;
print "end $count\n" if $text =~ $re;
