# --event=locks: what workers wait for each other with, by line and file.

cat >a.pl <<'PERL'
use strict; use Fcntl qw(:flock F_SETLKW F_GETLK F_WRLCK F_UNLCK SEEK_SET);
sub whole { open my $f, '>>', 'whole' or die; flock $f, LOCK_EX; close $f }
sub range {
	my ($f, $cmd, $type) = @_;
	my $lock = pack 's s l! l! i', $type, SEEK_SET, 0, 1, 0; # struct flock of Linux on 64 bits
	fcntl $f, $cmd, $lock or die "fcntl: $!";
}
sub ranges {
	open my $f, '>>', 'ranges' or die;
	range($f, F_SETLKW, $_ % 2 ? F_WRLCK : F_UNLCK) for 1 .. 6;
	range($f, F_GETLK, F_WRLCK); # only asks
}
whole() for 1 .. 20;
ranges();
# The child holds it until the parent waits.
open my $held, '>>', 'whole' or die;
pipe my $r, my $w or die;
my $parent = $$;
my $child = fork // die;
if (!$child) {
	open my $own, '>>', 'whole' or die;
	flock $own, LOCK_EX;
	syswrite $w, 'x';
	for (1 .. 1000) {
		open my $call, '<', "/proc/$parent/syscall" or die;
		last if <$call> =~ /^(?:73|32) /; # flock of x86-64, and of aarch64
		select undef, undef, undef, 0.01;
	}
	select undef, undef, undef, 0.05;
	exit;
}
sysread $r, my $x, 1;
sub waits { flock $_[0], LOCK_EX }
waits($held);
waitpid $child, 0;
PERL

for mode in trace sample; do
	run 0 $AGENT --event=locks --forkdepth=0 --mode=$mode -o a.out -- perl a.pl
	events_of a.out >events
	expect [ "$(total 4 "\$9 == \"flock $PWD/whole\" && \$3 ~ /main::whole/")" = 20 ]
	expect [ "$(total 4 "\$9 == \"fcntl $PWD/ranges\" && \$3 ~ /main::ranges/")" = 6 ]
	expect [ "$(total 4 '$9 ~ /^fcntl /')" = 6 ]
	expect_that "$(total 7 "\$9 == \"flock $PWD/whole\" && \$3 ~ /main::waits/") >= 40e6"
	expect [ "$(total 4 '$9 ~ /^(flock|fcntl) /')" = 27 ]
done
