# Subs whose first statement is folded away: they are where they are written, and so are the names of those without one.
use strict;
use warnings;
use constant DEBUG => 0;

sub named {
    if (DEBUG) {
        print "never\n";
    }
    return scalar @_;
}

sub maker {
    my ($n) = @_;
    return sub {
        print "never\n" if DEBUG;
        if (DEBUG) { return }
        return $n + named(@_);
    };
}

sub labelled {
    return sub {
        FIRST: if (DEBUG) { last FIRST }
        named(1);
        return named(
            2
        );
    };
}
print named(1), ' ', maker(2)->(1, 2), ' ', labelled()->(), "\n";
print join(' ', map { $_->(1) } map { maker($_) } 1 .. 3), ' ', eval "sub {\nif (DEBUG) {}\nnamed(1)\n}->()", "\n";
