# What is behind a caught die
# NYTProf charges the rest of the statement that caught it to the line that died; here it belongs to its own statement.
# nytprof: line(7) < 0.1 && line(11) > 0.15
# ours: line(7) > 0.15 && line(11) < 0.1
sub risky { step(); return 1 }

my $x = eval { risky() } // select undef, undef, undef, 0.2;

sub step {
    my $why = "no";
    die $why;
}
