# A statement that a signal handler dies before
# perl runs handlers at the end of pp_nextstate, when the next statement has begun, though nothing of it has run. NYTProf counts a statement behind pp_nextstate, and so not this one; here it is counted when pp_nextstate has begun.
# nytprof: count(10) == 0 && count(12) == 1
# ours: count(10) == 1 && count(12) == 1
$SIG{ALRM} = sub { die "late\n" };

eval {
    alarm 1;
    select undef, undef, undef, 5;
    my $never = 1;
};
print $@;
