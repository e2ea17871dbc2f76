# --pid of a process that has children.

# Two workers, of which one does most, and a child that is no perl; a third worker comes when the first has gone.
start_master() {
	cat >master.pl <<'PERL'
sub turn { my $n = shift; one($_) for 1 .. $n; return }
sub one { return shift }
sub late { until (-e 'end') { select undef, undef, undef, 0.01; } one(1); exit }
sub worker { my $n = shift;
    open my $f, '>', "up$n"; close $f;
    until (-e "end$n") { turn($n); select undef, undef, undef, 0.01; }
    exit }
for my $n (1, 50) { fork or worker($n) }
my $other = fork // die; exec 'sleep', 600 if !$other;
wait;
fork or late();
open my $f, '>', 'third'; close $f;
wait for 1 .. 2;
kill 'KILL', $other;
PERL
	perl master.pl & master=$!
	await [ -e up1 ]
	await [ -e up50 ]
}

let_third_come() {
	touch end1
	await [ -e third ]
}

let_all_end() {
	touch end end50
}

# How many profiles have such a line.
in_profiles() {
	local file
	for file in nytprof.out*; do profile "$file"; done | grep -c "$1"
}
