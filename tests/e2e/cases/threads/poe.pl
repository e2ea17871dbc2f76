# POE: sessions that yield, post and call each other's events, alarms, a pipe that is watched.
use strict;
use warnings;
use POE;

sub tick { my $n = shift; return $n + 1 }

POE::Session->create(
    inline_states => {
        _start => sub { $_[KERNEL]->alias_set('counter'); $_[HEAP]{n} = 0 },
        count  => sub {
            my ($kernel, $heap, $by) = @_[ KERNEL, HEAP, ARG0 ];
            $heap->{n} = tick($heap->{n}) for 1 .. $by;
            return $heap->{n};
        },
        close => sub { $_[KERNEL]->alias_remove('counter'); print "counted $_[HEAP]{n}\n" },
        _stop => sub { print "stopped\n" },
    },
);

POE::Session->create(
    inline_states => {
        _start => sub {
            $_[HEAP]{left} = 5;
            $_[KERNEL]->yield('turn');
        },
        turn => sub {
            my ($kernel, $heap) = @_[ KERNEL, HEAP ];
            $kernel->post(counter => count => 2);
            return $kernel->yield('turn') if --$heap->{left};
            $kernel->delay(later => 0.01, 'argument');
        },
        later => sub {
            my ($kernel, $heap, $what) = @_[ KERNEL, HEAP, ARG0 ];
            print "later $what ", $kernel->call(counter => count => 3), "\n";
            pipe $heap->{in}, $heap->{out} or die;
            $kernel->select_read($heap->{in}, 'readable');
            syswrite $heap->{out}, 'abc';
        },
        readable => sub {
            my ($kernel, $heap, $in) = @_[ KERNEL, HEAP, ARG0 ];
            sysread $in, my $c, 1;
            print "read $c\n";
            return if $c ne 'c';
            $kernel->select_read($in);
            $kernel->post(counter => 'close');
        },
    },
);
POE::Kernel->run;
