# A process that is killed
# NYTProf's file ends in the middle, and nothing can read it. Here the file has everything up to the kill.
# nytprof: !readable()
# ours: readable() && count(6) == 100 && calls('main::RUNTIME', 'main::work') == 100
sub work {
    return $_[0] + 1;
}
work($_) for 1 .. 100;
kill KILL => $$;
