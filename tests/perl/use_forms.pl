# use in its forms: lists, versions, several lines, two on a line, with import subs.
use 5.014;
use strict; use warnings;
use constant {
    ONE => 1,
    TWO => 2,
    LIST => [ 1, 2, 3 ],
};
use constant NAMES => qw(a b c);
use List::Util
    qw(
        max
        min
    );
use POSIX ();
use Scalar::Util 1.0 'weaken';
no warnings 'once';

say ONE + TWO + max(3, 4) + min(3, 4);
say scalar(my @l = NAMES), ' ', LIST->[1];
say &ONE, ' ', main->TWO;
say POSIX::floor(3.7), ' ', POSIX::strtol('ff', 16);
say "max is ", &List::Util::max(1, 5);
