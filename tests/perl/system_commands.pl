# system, backquotes and pipes: to programs that are no perl.
use strict;
use warnings;

sub run { my @c = @_; return system(@c) >> 8 }
$| = 1;
print run('true'), run('false'), "\n";
print `echo backquoted`;
open my $p, '-|', 'echo', 'piped' or die;
while (my $l = <$p>) { print $l }
close $p;
open my $q, '|-', 'cat' or die;
print {$q} "to cat\n";
close $q;
print run('sh', '-c', 'exit 7'), "\n";
