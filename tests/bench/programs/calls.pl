# Calls of a sub that does nothing.
use strict;
use warnings;
sub nothing { }
for (1 .. 1_000_000) { nothing() }
