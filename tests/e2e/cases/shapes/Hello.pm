package Hello;
use strict;
use Apache2::RequestRec ();
use Apache2::RequestIO ();
sub handler {
    my $r = shift;
    my $n = 0;
    for my $i (1 .. 100) {
        $n += one($i);
    }
    $r->print("sum $n\n");
    return 0;
}
sub one { my $x = shift; return 2 * $x }
1;
