# A .pmc beside a .pm is what perl loads, and calls it the .pm.
use strict;
use warnings;
use File::Path qw(make_path);

sub put {
    my ($file, $age, @lines) = @_;
    open my $fh, '>', $file or die "$file: $!";
    print $fh map { "$_\n" } @lines;
    close $fh or die "$file: $!";
    utime time - $age, time - $age, $file or die "$file: $!";
    return;
}

BEGIN {
    make_path('lib');
    my @source   = ('package NAME;', 'sub of { return "source" }', '1;');
    my @compiled = ('# compiled', 'package NAME;', 'my $of = "compiled";', 'sub of { return $of }', '1;');
    my %age = (Newer => [ 100, 50 ], Older => [ 50, 100 ]);    # seconds of .pm and .pmc
    for my $name (sort keys %age) {
        put("lib/$name.pm",  $age{$name}[0], map { s/NAME/$name/r } @source);
        put("lib/$name.pmc", $age{$name}[1], map { s/NAME/$name/r } @compiled);
    }
    put('lib/Alone.pmc', 100, map { s/NAME/Alone/r } @compiled);
    put('lib/Plain.pm',  100, map { s/NAME/Plain/r } @source);
}
use lib 'lib';
use Newer;
use Older;
use Alone;
use Plain;
print "$_: ", $_->can('of')->(), "\n" for qw(Newer Older Alone Plain);
