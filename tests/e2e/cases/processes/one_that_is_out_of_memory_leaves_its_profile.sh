# A process that is out of memory leaves its profile.

# As the kernel's out-of-memory killer does it: in the middle of an allocation, by a limit.
cat >a.pl <<'PERL'
sub work { return 1 }
work() for 1 .. 3;
my $all = '';
while (1) { $all .= 'x' x 1_000_000 }
PERL
fails() {
	! "$@" >stdout 2>stderr
}
expect fails sh -c 'ulimit -v 300000; exec perl a.pl'
expect fails $AGENT -q -- sh -c 'ulimit -v 300000; exec perl a.pl'

read_profile nytprof.out
expect_out '/a.pl:2 main::RUNTIME main::work 3 '
expect_that "$(number_after '/a.pl:4 ') > 10"
