# The condition of a loop
# NYTProf charges each test but the first to the last statement of the body; here all of them are the loop's own, each from the first sub or slow op that it calls on; what comes before, and a condition without any, costs some ns and is not worth a probe in each turn of each loop. Before perl 5.26 nothing tells.
# nytprof: line(6) < 0.1 && line(7) > 0.2
# ours: line(6) > 0.25 && line(7) < 0.05
my $n = 0;
while (select(undef, undef, undef, 0.05) == 0 && $n < 5) {
    $n++;
}
