# Callbacks of AnyEvent are counted, as under NYTProf.

needs AnyEvent libanyevent-perl
expect_ticks 'use AnyEvent; my $d = AE::cv; my $t;
	$t = AE::timer 0, 0.001, sub { tick() or do { undef $t; $d->send } }; $d->recv;'
expect_as_under_nytprof anyevent.pl
