# A clone is one interpreter, and its creator can still fork.

# What perl_clone has run in it, what its thread runs, and what is destroyed by whoever joins it.
cat >a.pl <<'PERL'
use threads;
package D;
sub CLONE { return main::one() }
package main;
sub one { return 1 }
my $t = threads->create(sub { return bless [], 'D' });
unless (fork) {
    one() for 1 .. 4;
    require POSIX; POSIX::_exit(0);
}
wait; $t->join;
PERL

record
expect_profiles 2
expect_out $'attr agent_interpreters 2\n'
expect_out '/a.pl:3 D::CLONE main::one 1 '
expect_line /a.pl:11 2

read_sums nytprof.out.*
expect_out '/a.pl:8 main::RUNTIME main::one 4 '
expect_line /a.pl:9 2
