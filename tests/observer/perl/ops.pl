# SPDX-License-Identifier: GPL-2.0-or-later
# The ops: what they are, and which functions run them.
use strict;
use warnings;
use B ();

sub subject { my ($x, @rest) = @_; for (@rest) { $x .= $_ if /a/ } return length $x }
sub walk {
    my ($op) = @_;
    while ($$op) {
        print $op->name, " ", $op->ppaddr, ' ', $op->type, ' ', $op->flags, "\n";
        walk($op->first) if $op->can('first') && $op->flags & B::OPf_KIDS();
        $op = $op->sibling;
    }
    return;
}
walk(B::svref_2object(\&subject)->ROOT);
my $cv = B::svref_2object(\&subject);
print $cv->GV->STASH->NAME, '::', $cv->GV->NAME, ' ', $cv->FILE =~ m{([^/]+)$}, ' ', $cv->CvFLAGS, "\n";
print "$_\n" for map { ref B::svref_2object($_) } \1, \'x', [], {}, sub { }, qr/x/, \*STDOUT;
