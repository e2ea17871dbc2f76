# What a child frees is its copy; and each thread has its own.

cat >a.pl <<'PERL'
use strict;
our (@kept, @own);
sub keep { push @kept, "k" x 1000 for 1 .. 300 }
sub forget { undef @kept }
sub grow { push @own, "c" x 1000 for 1 .. 200 }
keep();
if (my $child = fork) {
	waitpid $child, 0;
	$? == 0 or die;
	print "$child\n";
} else {
	select undef, undef, undef, 0.02 until -e 'go';
	forget();
	grow();
}
PERL
for mode in trace sample; do
	rm -f go
	(await eval '[ "$(grep -c "has its probes" stderr)" -ge 2 ]'; touch go) & G=$!
	run 0 $AGENT -v --event=malloc --mode=$mode -o a.out -- perl a.pl
	wait $G
	events_of a.out >events
	kept=$(live '$3 ~ /main::keep$/')
	expect_that "$kept >= 300 * 1000 && $kept < 300 * 1200"
	events_of a.out."$(cat stdout)" >events
	kept=$(live '$3 ~ /main::grow$/')
	expect_that "$kept >= 200 * 1000 && $kept < 200 * 1200"
	expect_that "$(live '$3 ~ /main::keep$/') == 0"
done

perl -Mthreads -e 1 || skip 'perl has no threads'
cat >t.pl <<'PERL'
use strict; use threads; use threads::shared; use POSIX;
my $done :shared = 0;
sub keep {
	our @kept;
	push @kept, "t" x 1000 for 1 .. 200;
	lock $done;
	$done++;
	cond_broadcast $done;
}
sub body { keep(); sleep 1 while 1 }
threads->create(\&body)->detach for 1 .. 3;
{ lock $done; cond_wait $done while $done < 3 }
POSIX::_exit(0);
PERL
for mode in trace sample; do
	rm -f t.out*
	run 0 $AGENT --event=malloc --mode=$mode -o t.out -- perl t.pl
	for file in t.out*; do
		events_of "$file"
	done >events
	kept=$(live '$3 ~ /main::keep$/')
	expect_that "$kept >= 3 * 200 * 1000 && $kept < 3 * 200 * 1300"
done
