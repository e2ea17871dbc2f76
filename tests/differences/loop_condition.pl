# The condition of a loop
# NYTProf charges each test except the first to the last statement of the body. Here the tests belong to the loop's own line, each from the first sub or slow op that it calls. The time before that call, and a condition without such a call, is charged as in NYTProf: it takes some ns, which is not worth a probe in each iteration. Before perl 5.26 all tests are charged as in NYTProf.
# nytprof: line(6) < 0.1 && line(7) > 0.2
# ours: line(6) > 0.25 && line(7) < 0.05
my $n = 0;
while (select(undef, undef, undef, 0.05) == 0 && $n < 5) {
    $n++;
}
