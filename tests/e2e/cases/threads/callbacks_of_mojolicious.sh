# Callbacks of Mojolicious are counted, as under NYTProf.

needs Mojo::IOLoop libmojolicious-perl
expect_ticks 'use Mojo::IOLoop; Mojo::IOLoop->recurring(0.001, sub { tick() or Mojo::IOLoop->stop });
	Mojo::IOLoop->start;'
expect_as_under_nytprof mojo.pl
