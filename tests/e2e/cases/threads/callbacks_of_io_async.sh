# Callbacks of IO::Async are counted, as under NYTProf.

needs IO::Async::Loop libio-async-perl
expect_ticks 'use IO::Async::Loop; my $l = IO::Async::Loop->new; my $f;
	$f = sub { tick() ? $l->later($f) : $l->stop }; $l->later($f); $l->run;'
expect_as_under_nytprof io_async.pl
