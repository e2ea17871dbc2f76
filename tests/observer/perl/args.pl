# SPDX-License-Identifier: GPL-2.0-or-later
# \@_ is aliased to what was passed, through calls and goto.
use strict;
use warnings;

sub change { $_[0] .= '!'; return \@_ }
sub relay  { $_[0] .= '?'; goto &change }
sub same   { return &change }
sub count  { return scalar @_ }
my ($x, @list, %hash) = ('x', 'a', 'b');
change($x);
relay($x);
same($x);
change($_) for @list;
change($hash{made});
change(@list);
print "$x @list $hash{made}\n";
my $args = change($x);
print \$args->[0] == \$x ? "same\n" : "another\n";
print count(), count(undef), count((1) x 300), count(@list, %hash), "\n";
sub shifted { shift; return &count }
print shifted(1, 2, 3), "\n";
sub freed { @list = (); return defined $_[0] ? 'defined' : 'freed' }
print eval { freed(@list) } // $@, "\n";
