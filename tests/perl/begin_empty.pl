# BEGIN blocks that are empty, or hold only subs, next to others; in packages.
use strict;
use warnings;

BEGIN { }
BEGIN {
    # nothing to run
}
package Constants {
    BEGIN {
        sub ONE () { 1 }
        sub TWO () { 2 }
    }
    our @list = (ONE, TWO);
}
BEGIN { sub helper { return "<@_>" } }
BEGIN { our $early = helper('early') }
our $early;
print "@Constants::list $early\n";
END { }
INIT { }
