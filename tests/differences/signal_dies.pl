# A statement before which a signal handler dies
# Perl runs signal handlers at the end of pp_nextstate, when the next statement has begun but nothing of it has run. NYTProf counts a statement after pp_nextstate, so it does not count this one. Here it is counted at pp_nextstate.
# nytprof: count(10) == 0 && count(12) == 1
# ours: count(10) == 1 && count(12) == 1
$SIG{ALRM} = sub { die "late\n" };

eval {
    alarm 1;
    select undef, undef, undef, 5;
    my $never = 1;
};
print $@;
