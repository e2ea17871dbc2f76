# Without a mount namespace of its own, as in a chroot that is no mount point, counts are the same.

cat >a.pl <<'PERL'
sub work { return 1 }
for my $i (1 .. 300000) {
    work($i);
}
PERL

run 0 setpriv --bounding-set=-sys_admin $AGENT -- perl a.pl || exit
expect_err "can't give the command a private copy"

read_profile nytprof.out
expect_line /a.pl:1 300000
expect_line /a.pl:3 300000
expect_out 'main::RUNTIME main::work 300000 '
