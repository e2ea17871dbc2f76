# --event=oom-kills: where a program was when the kernel killed it for lack of memory, whoever wanted that.

limited() {
	group=/sys/fs/cgroup/memory/nytprof-bpf.$$
	limit=memory.limit_in_bytes
	mkdir "$group" 2>/dev/null && return
	limit=memory.max
	group=/sys/fs/cgroup/nytprof-bpf.$$
	grep -qw memory /sys/fs/cgroup/cgroup.subtree_control 2>/dev/null && mkdir "$group" 2>/dev/null
}
limited || skip 'no control group of memory can be made here'
defer rmdir "$group"
echo 60M >"$group/$limit"

cat >grows.pl <<'PERL'
my @kept;
sub grow { push @kept, 'x' x 1_000_000 }
grow() while 1;
PERL
cat >holds.pl <<'PERL'
sub holds {
	my $x = 'x' x 25_000_000;
	open my $f, '>', 'holding' or die;
	close $f;
	my $n = 0;
	$n++ while 1;
}
holds();
PERL
cat >limited.sh <<'SH'
echo $$ >"$1/cgroup.procs"
echo 1000 >/proc/self/oom_score_adj
[ "$2" != holds.pl ] || (
	echo 0 >/proc/self/oom_score_adj
	until [ -e holding ]; do sleep 0.1; done
	head -c 45M /dev/zero | tail >/dev/null
) &
exec perl "$2"
SH

for mode in trace sample; do
	# It wants more itself; and another one does.
	for program in grows.pl holds.pl; do
		rm -f holding
		run 137 $AGENT --event=oom-kills --mode=$mode -o a.out -- bash limited.sh "$group" $program
		line=2 sub=main::grow
		[ $program = grows.pl ] || line=6 sub=main::holds
		expect_err "was killed by the kernel for lack of memory, at $PWD/$program:"
		events_of a.out >events
		expect [ "$(total 4 '$8 == "oom-kills"')" = 1 ]
		expect [ "$(total 4 "\$8 == \"oom-kills\" && \$3 ~ /$sub/ && \$11 == \"$program\"")" = 1 ]
		run 0 $AGENT report a.out
		expect grep -q "^killed  by the kernel for lack of memory at $PWD/$program:$line in $sub$" stdout
	done
done

# One that somebody else has killed is none.
run 137 $AGENT --event=oom-kills -o a.out -- perl -e 'kill KILL => $$'
expect_no_err 'lack of memory'
run 0 $AGENT report a.out
expect_no_out 'oom-kills'
