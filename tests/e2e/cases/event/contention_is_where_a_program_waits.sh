# --event=contention: waits for locks within the kernel, as many as its own tracepoint of their ends has.

cat >a.pl <<'PERL'
use strict;
# One description: its position has a lock, as long as one of them writes.
sub shares { my $f = shift; syswrite $f, 'x' x 4096 for 1 .. 20_000 }
open my $shared, '>>', 'shared' or die;
my @children;
for (1 .. 3) {
	my $child = fork // die;
	if (!$child) { shares($shared); exit }
	push @children, $child;
}
waitpid $_, 0 for @children;
PERL

for mode in trace sample; do
	rm -f shared a.out*
	run 0 $AGENT --event=contention,tracepoint:lock:contention_end --mode=$mode -o a.out -- perl a.pl
	run 0 $AGENT merge -o all.out a.out*
	events_of all.out >events
	expect_that "$(total 4 '$8 == "contention" && $9 == "mutex" && $3 ~ /main::shares/ && $11 == "a.pl"') > 0"
	expect_that "$(total 7 '$8 == "contention" && $9 == "mutex" && $3 ~ /main::shares/') > 0"
	# Where a tick runs, the kernel leaves out a tracepoint's program, so that one of them may be missing.
	ends=$(total 4 '$8 == "tracepoint:lock:contention_end"')
	waits=$(total 4 '$8 == "contention"')
	expect_that "$waits >= $ends * 0.99"
	expect_that "$waits <= $ends * 1.01 + 1"
	expect [ "$(total 4 '$8 == "contention" && $9 !~ /^(spinlock|rwlock:[RW]|rwsem:[RW]( mmap_lock)?|mutex|percpu-rwsem:[RW]|rt-mutex|rwlock-rt:[RW]|semaphore)$/')" = 0 ]
done

# Threads have one memory, and change it by turns: here with each large string.
perl -Mthreads -e 1 2>stderr || skip 'this perl has no threads'
cat >t.pl <<'PERL'
use strict; use threads;
sub grows { for (1 .. 3000) { my $x = 'x' x 1_000_000; undef $x } }
$_->join for map { threads->create(\&grows) } 1 .. 3;
PERL
run 0 env MALLOC_MMAP_THRESHOLD_=65536 $AGENT --event=contention --mode=sample -o t.out -- perl t.pl
events_of t.out >events
expect_that "$(total 4 '$9 ~ /^rwsem:[RW] mmap_lock$/ && $3 ~ /main::grows/') > 0"
