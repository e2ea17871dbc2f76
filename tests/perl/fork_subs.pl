# A child calls subs that its parent has compiled and never called: they have the names and lines that they have there.
use strict;
use warnings;

my $anon = sub {

    my $x = shift;
    return $x + 1;

};

sub named
{

    return 2;

}

for my $generation (1 .. 3) {
    my $pid = fork // die "fork: $!";
    if ($pid) {
        waitpid $pid, 0;
        last;
    }
    $anon->($generation) for 1 .. $generation;
    named();
}
