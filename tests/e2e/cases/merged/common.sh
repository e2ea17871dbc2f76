# --merge: a file for each unit or container.

G=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)/nyt-$$ # control groups of ours

# A library, evals of two kinds, an anonymous sub, a builtin, a fork.
put_programs() {
	mkdir $G
	defer remove_groups
	cat >Lib.pm <<'PERL'
package Lib;
sub twice { return 2 * $_[0] }
1;
PERL
	cat >a.pl <<'PERL'
use lib $ENV{PWD}; use Lib;
sub work { my $n = shift; return Lib::twice($n) + eval 'my $f = sub { 1 }; $f->()' }
work($_) for 1 .. $ARGV[0];
eval "sub of_$ARGV[0] { \$_[0] } of_$ARGV[0](1) for 1 .. 3; 1" or die;
if (!fork) { work($_) for 1 .. 5; exit }
wait;
if ($ARGV[1]) { until (-e $ARGV[1]) { work(0); select undef, undef, undef, 0.01 } }
PERL
	cat >b.pl <<'PERL'
use lib $ENV{PWD}; use Lib;
sub work { return Lib::twice(@_) }
work(1) for 1 .. 4;
while (@ARGV && !-e $ARGV[0]) { select undef, undef, undef, 0.02 }
PERL
}

remove_groups() {
	kill $(cat $G/*/cgroup.procs $G/*/*/cgroup.procs) 2>/dev/null
	find $G -depth -type d -exec rmdir {} +
}

warm_up() {
	perl "$PWD/b.pl" warm & W=$!
	await any "out/*.$W.*"
	touch warm
	wait $W
}

# Runs a command in a control group.
inside() {
	mkdir -p "$G/$1"
	sh -c 'echo $$ >$0/cgroup.procs; exec "$@"' "$G/$1" "${@:2}"
}

sums() {
	perl "$TOP/tests/e2e/sums.pl" "$@"
}

# A merged file is the sum of so many others: expect_sum NUMBER FILE FILE...
expect_sum() {
	expect [ $(($# - 2)) = "$1" ]
	sums "$2" >one
	sums "${@:3}" >all
	expect diff one all
	expect grep -q main::work one
}

# The profiles of a.pl in a directory.
of_a() {
	grep -laE '^.?.?application=.*a.pl' "$1"/a_pl.*
}
