# A profile on the way has the callers of the one at the end: the calls that have not ended lead to those that have.

cat >a.pl <<'PERL'
sub leaf { 1 } sub mid { leaf() }
sub outer { while (!-e 'end') { mid(); select undef, undef, undef, 0.005 } }
sub top { outer() }
top();
PERL

# It has calls when it is flushed.
has_calls() {
	$AGENT ctl flush $A >/dev/null
	[ "$(profile nytprof.out | sed -n 's/^sub main::mid \([0-9]*\) .*/\1/p')" -gt 10 ]
}

(
	$AGENT -- perl a.pl & A=$!
	await has_calls 2>/dev/null
	cp nytprof.out flushed.out
	touch end
	wait $A
) >stdout 2>stderr
expect_status 0 || exit

paths() {
	nytprofcalls "$1" | sed 's/ [^ ]*$//' | sort
}
paths flushed.out >flushed
paths nytprof.out >ended
expect diff flushed ended
expect grep -qx 'main::top;main::outer;main::mid;main::leaf' ended
