# What was loaded before the profiler
# NYTProf has loaded strict, warnings and others for itself, so the program's own loading of them is not in its profile; here the program loads them, and that is counted.
# nytprof: count_in('strict.pm', 3) == 0
# ours: count_in('strict.pm', 3) == 1
use strict;
my $x = 1;
