# Code that was loaded before the profiler
# NYTProf loads strict, warnings and other modules for itself, so its profile lacks the program's own loading of them. Here the program loads them, and that is counted.
# nytprof: count_in('strict.pm', 3) == 0
# ours: count_in('strict.pm', 3) == 1
use strict;
my $x = 1;
