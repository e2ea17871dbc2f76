# SPDX-License-Identifier: GPL-2.0-or-later
# Text: few statements, much in builtins.
use strict;
use warnings;
use Text::Wrap qw(wrap);
use Parts;

my $text = join ' ', map { 'word' x ($_ % 4 + 1) . $_ } 1 .. 2000;

sub wrapped { wrap('', '  ', substr $text, 0, 6000); return }
sub counted { my %seen; $seen{$_}++ for split / /, $text; return scalar keys %seen }
sub joined  { my $all = ''; $all .= uc(reverse $_) . ',' for split / /, $text; return length $all }
sub letters { my $cnt = 0; for my $from (map { $_ * 10 } 1 .. 1000) { $cnt += substr($text, $from, 200) =~ tr/a-m// } return $cnt }

part('wrapped', 1);
part('counted', 2);
part('joined',  1);
part('letters', 4);
run_parts();
