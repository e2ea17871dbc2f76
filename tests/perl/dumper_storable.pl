# XSUBs and Perl code that call each other: Data::Dumper, Storable hooks, sort keys.
use strict;
use warnings;
use Data::Dumper;
use Storable qw(freeze thaw dclone);

package Hooked {
    sub new { bless { v => $_[1] }, $_[0] }
    sub STORABLE_freeze { my ($s, $cloning) = @_; return join ',', $s->{v}, helper($cloning) }
    sub STORABLE_thaw { my ($s, $cloning, $text) = @_; $s->{v} = (split /,/, $text)[0] + 1; return }
    sub helper { return $_[0] ? 'clone' : 'store' }
}
package main;

local $Data::Dumper::Indent = 1;
local $Data::Dumper::Sortkeys = sub { my $h = shift; return [ ordered(keys %$h) ] };
sub ordered { return reverse sort @_ }
my $data = { list => [ 1, 2, { deep => 'x' } ], num => 5, text => 'str' };
print Dumper($data);
local $Data::Dumper::Useperl = 1;
print Dumper([ 1, 'two' ]);
my $o = thaw(freeze(Hooked->new(10)));
print $o->{v}, ' ', dclone(Hooked->new(20))->{v}, "\n";
