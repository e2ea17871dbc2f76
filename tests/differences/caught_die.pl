# The rest of a statement after a caught die
# NYTProf charges the rest of the statement that caught the die to the line that died. Here it belongs to its own statement.
# nytprof: line(7) < 0.1 && line(11) > 0.15
# ours: line(7) > 0.15 && line(11) < 0.1
sub risky { step(); return 1 }

my $x = eval { risky() } // select undef, undef, undef, 0.2;

sub step {
    my $why = "no";
    die $why;
}
