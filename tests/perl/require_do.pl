# require and do of files made here, at run time; their subs, and their top-level code.
use strict;
use warnings;

my $dir = 'made';
mkdir $dir or die;
sub put { my ($name, $text) = @_; open my $fh, '>', "$dir/$name" or die; print {$fh} $text; close $fh }

put('Made.pm', <<'M');
package Made;
use strict;
our $loaded = helper('loading');
sub helper {
    my $x = shift;
    return "<$x>";
}
sub import { my $class = shift; print "import @_\n" }
$loaded;
M
put('script.pl', "my \$v = main::from_script(3);\n\$v * 2;\n");
put('broken.pl', "my \$v = ;\n");
sub from_script { return $_[0] + 1 }

unshift @INC, $dir;
require Made;
Made->import('x');
print $Made::loaded, Made::helper('again'), "\n";
print do("./$dir/script.pl"), "\n";
do "./$dir/broken.pl";
print $@ ? "broken\n" : "fine\n";
print eval { require Not::There; 1 } ? "there\n" : "not there\n";
