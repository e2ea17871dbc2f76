# A sub has the same name and lines in a thread.

cat >a.pl <<'PERL'
use threads;
my $f = sub {
    my $x = shift;
    return $x + 1;
};
threads->create(sub { $f->(1) })->join;
PERL

record
expect_out '/a.pl:6 main::__ANON__[a.pl:6] main::__ANON__[a.pl:5] 1 '
expect_no_out '[a.pl:4]'
