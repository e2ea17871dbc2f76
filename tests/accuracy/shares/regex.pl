# SPDX-License-Identifier: GPL-2.0-or-later
# Regular expressions: long and short ones, with code in them too.
use strict;
use warnings;
use Parts;

my @lines = map {"10.0.0.$_ - - [01/Jan/2024:00:00:$_] \"GET /page/$_?q=a+b HTTP/1.1\" 200 " . $_ * 37} 1 .. 200;

sub parse   { my $sum = 0; for (@lines) { $sum += $2 if /^(\S+) .*"[A-Z]+ [^"]*" 200 (\d+)$/ } return $sum }
sub replace { my @copy = @lines; s/([a-z])([a-z]+)/\u$1$2/g for @copy; return scalar @copy }
sub slow    { my $found = ('a' x 60 . 'b') =~ /^(?:a|a?)*?c/ for 1 .. 400; return ("x" x 60) =~ /(x+x+)y/ }
sub code    { my $cnt = 0; for my $line (@lines[ 0 .. 60 ]) { $line =~ /\d(?{ $cnt++ })(*FAIL)/ } return $cnt }

part('parse',   6);
part('replace', 2);
part('slow',    1);
part('code',    3);
run_parts();
