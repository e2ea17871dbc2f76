# AnyEvent on its own loop: timers, a pipe that is watched, condition variables in each other, a signal.
use strict;
use warnings;
BEGIN { $ENV{PERL_ANYEVENT_MODEL} = 'Perl' }
use AnyEvent;

sub tick { my $n = shift; return $n + 1 }
sub line_read { my $line = shift; chomp $line; return uc $line }

my ($ticks, @got) = (0);
my $done = AE::cv;
my $timer; $timer = AE::timer 0, 0.001, sub {
    $ticks = tick($ticks);
    if ($ticks == 7) {
        undef $timer;
        $done->send('timer');
    }
};
print $done->recv, " $ticks\n";

pipe my $in, my $out or die;
my $read = AE::cv;
my $watch; $watch = AE::io $in, 0, sub {
    my $len = sysread $in, my $line, 2;
    push @got, line_read($line) if $len;
    if (!$len) {
        undef $watch;
        $read->send(scalar @got);
    }
};
for my $c ('a' .. 'e') {
    syswrite $out, "$c\n";
}
close $out;
print $read->recv, " @got\n";

my $all = AE::cv { print "all of them\n" };
my @each;
for my $n (1 .. 3) {
    $all->begin;
    push @each, AE::timer 0.001 * $n, 0, sub { tick($n); $all->end };
}
$all->recv;
my $signal = AE::cv;
my $usr1 = AE::signal USR1 => sub { $signal->send('signal') };
kill USR1 => $$;
print $signal->recv, "\n";
