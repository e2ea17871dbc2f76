# AUTOLOAD: called, jumped out of with goto, defining what was asked for; can; DESTROY.
use strict;
use warnings;

package Lazy {
    our $AUTOLOAD;
    sub new { bless {}, shift }
    sub AUTOLOAD {
        my $self = $_[0];
        my $name = $AUTOLOAD =~ s/.*:://r;
        return if $name eq 'DESTROY';
        return "auto $name" if $name =~ /^soft/;
        no strict 'refs';
        *{$AUTOLOAD} = sub { "made $name" };
        goto &$AUTOLOAD;
    }
}

{
    my $o = Lazy->new;
    print $o->soft_one, "\n";
    print $o->hard_one, "\n" for 1 .. 3;
    print Lazy->can('hard_one') ? "can\n" : "can't\n";
}
print Lazy::soft_two(), "\n";
package main;
sub AUTOLOAD { our $AUTOLOAD; return "main auto $AUTOLOAD(@_)" }
print undefined_here(7), "\n";
