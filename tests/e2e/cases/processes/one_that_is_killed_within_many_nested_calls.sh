# A process that is killed within many nested calls has them in its profile.

# More than may be closed while the kernel ends a process: the agent does the rest, and loses nothing.
cat >a.pl <<'PERL'
no warnings 'recursion';
sub f {
    my $n = shift;
    return f($n - 1) if $n;
    kill 9, $$;
}
f(200_000);
PERL

run 137 $AGENT -- perl a.pl
expect_err 'not recorded: nothing (0)'

run 0 profile nytprof.out || exit
expect_line /a.pl:4 200001
expect_line /a.pl:5 1
expect_out '/a.pl:4 main::f main::f 200000 '
expect_out '/a.pl:7 main::RUNTIME main::f 1 '

# The outermost call has the time of all the others.
expect_that "$(number_after 'main::RUNTIME main::f' 2) >= $(number_after /a.pl:4 2)"
