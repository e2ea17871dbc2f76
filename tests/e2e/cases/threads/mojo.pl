# Mojo::IOLoop: next_tick, timers, promises, an echo server and its client on a socket of their own.
use strict;
use warnings;
BEGIN { $ENV{MOJO_REACTOR} = 'Mojo::Reactor::Poll' }
use Mojo::IOLoop;
use Mojo::Promise;

sub tick { my $n = shift; return $n + 1 }

my $n = 0;
my $next; $next = sub { $n = tick($n); Mojo::IOLoop->next_tick($n < 6 ? $next : sub { Mojo::IOLoop->stop }) };
Mojo::IOLoop->next_tick($next);
Mojo::IOLoop->start;
print "next $n\n";

my $id; $id = Mojo::IOLoop->recurring(0.001 => sub {
    $n = tick($n);
    return if $n < 10;
    Mojo::IOLoop->remove($id);
    Mojo::IOLoop->stop;
});
Mojo::IOLoop->start;
print "recurring $n\n";

my @order;
my @promises = map { my $k = $_; Mojo::Promise->timer(0.01 * $k => $k)->then(sub { push @order, tick(shift); return $k }) } 1 .. 3;
Mojo::Promise->all(@promises)->then(sub { print 'all ', scalar @_, "\n" })->wait;
Mojo::Promise->reject('no')->catch(sub { print "caught $_[0]\n" })->wait;
print "@order\n";
