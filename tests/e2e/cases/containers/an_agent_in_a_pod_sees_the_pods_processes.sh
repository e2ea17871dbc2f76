# An agent in a pod sees the pod's processes: a sidecar shares the pid namespace and nothing else.

cat >a.pl <<'PERL'
sub work { return $_[0] + 1 }
my $n = 0;
open my $f, '>', 'up'; close $f;
until (-e 'end') {
    $n = work($n);
    select undef, undef, undef, 0.002;
}
PERL

cat >b.pl <<'PERL'
sub twice { return 2 * $_[0] }
my $pid = fork;
twice($_) for 1 .. 3;
if ($pid) { waitpid $pid, 0 }
PERL

# The agent's numbers are those of the pod.
cat >pod <<'END'
perl a.pl & P=$!
until [ -e up ]; do sleep 0.05; done
unshare -m sh -c "mount -t tmpfs none /mnt; exec $AGENT -o c.out -d 1 -p $P"
touch end; wait
$AGENT -q -o b.out -- perl b.pl; ls b.out.*
END

run 0 unshare -p -f -m --mount-proc bash pod || exit
expect_err 'not recorded: nothing (0)'
expect_that "$(number_after b.out.) < 1000"

read_profile c.out
expect_that "$(number_after '/a.pl:5 main::RUNTIME main::work ') > 50"

read_profile b.out
expect_out '/b.pl:3 main::RUNTIME main::twice 3 '
