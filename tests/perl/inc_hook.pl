# A code reference in @INC that makes modules from strings.
use strict;
use warnings;
use XSLoader; # else the hook is asked for it, or not
use PerlIO::scalar;

my %modules = ('From/Hook.pm' => "package From::Hook;\nsub hi { return 'hi ' . shift }\n1;\n");
sub serve {
    my ($self, $name) = @_;
    my $text = $modules{$name} or return;
    open my $fh, '<', \$text or die;
    return $fh;
}
unshift @INC, \&serve;
require From::Hook;
print From::Hook::hi('there'), "\n";
print eval { require From::Nowhere; 1 } ? "found\n" : "not found\n";
