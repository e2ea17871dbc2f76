# IO::Async: deferred code, timers, a stream over a socket pair, futures; by its loop with select().
use strict;
use warnings;
use IO::Async::Loop::Select;
use IO::Async::Stream;
use IO::Async::Timer::Periodic;

sub tick { my $n = shift; return $n + 1 }
sub answer { my $line = shift; return "re: $line\n" }

my $loop = IO::Async::Loop::Select->new;
my $n = 0;
my $again; $again = sub {
    $n = tick($n);
    $n < 6 ? $loop->later($again) : $loop->stop;
};
$loop->later($again);
$loop->run;
print "later $n\n";

my $timer; $timer = IO::Async::Timer::Periodic->new(
    interval   => 0.005,
    reschedule => 'drift',    # one that comes late would have several at once
    on_tick    => sub { $n = tick($n); $loop->stop if $n == 10 },
);
$loop->add($timer->start);
$loop->run;
$loop->remove($timer);
print "timer $n\n";

my ($near, $far) = IO::Async::OS->socketpair or die;
$loop->add(IO::Async::Stream->new(
    handle  => $far,
    on_read => sub {
        my ($self, $buffer, $eof) = @_;
        while ($$buffer =~ s/^(.*)\n//) {
            $self->write(answer($1));
        }
        return 0;
    },
));
my $client = IO::Async::Stream->new(handle => $near, on_read => sub { 0 });
$loop->add($client);
for my $line (qw(one two three)) {
    $client->write("$line\n");
    print scalar $client->read_until("\n")->get;
}

my @futures = map { my $k = $_; $loop->delay_future(after => 0.01 * $k)->then(sub { Future->done(tick($k)) }) } 1 .. 3;
print join(' ', map { $_->get } @futures), "\n";
