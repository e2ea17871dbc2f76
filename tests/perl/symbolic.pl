# Calls by name: &$name, &{"name"}, main->can, *glob, aliases, local redefinition.
use strict;
use warnings;
no warnings 'redefine';

sub hello { return "hello @_" }
sub bye { return "bye @_" }
{
    no strict 'refs';
    my $name = 'hello';
    print &$name(1), "\n";
    print &{"main::$name"}(2), "\n";
    print "main"->can($name)->(3), "\n";
    *{'alias'} = \&hello;
    *greet = sub { return 'anonymous ' . hello(@_) };
    print &{'Scalar::Util::reftype'}([]), "\n" if require Scalar::Util;
}
print alias(4), "\n";
print greet(5), "\n";
{
    local *hello = sub { return "replaced @_" };
    print hello(6), "\n";
}
print hello(7), "\n";
sub with_args { return &inner }
sub inner { return join '+', @_ }
print with_args(8, 9), "\n";
print eval { my $n = 'hello'; $n->(); 1 } ? "loose\n" : "strict\n";
print defined &bye ? "defined\n" : "not\n", exists &nothing ? "exists\n" : "not\n";
