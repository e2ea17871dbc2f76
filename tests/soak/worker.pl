# SPDX-License-Identifier: GPL-2.0-or-later
#
# One process of a soak: worker.pl KIND SECONDS.  Each process reports that it exists.  So does each
# forked process, and each process again after an exec.

use strict;
use warnings;

my ($kind, $seconds) = @ARGV;

sub say_here {
    open my $fh, '>>', "$ENV{SOAK}/log" or die "log: $!\n";
    syswrite $fh, "$$ $kind\n";
    close $fh;
    return;
}

sub step {
    my ($n) = @_;
    return $n % 7 ? $n + 1 : step($n + 1);
}

sub work {
    my ($until) = @_;
    my $n = 0;
    while (time < $until && !-e "$ENV{SOAK}/end") {
        $n = step($n) for 1 .. 50;
        select undef, undef, undef, 0.3 + rand 0.7;
    }
    return;
}

my %do = (
    work => sub { work(time + $seconds) },
    fork => sub {
        for (1 .. 3) {
            next if fork // die "fork: $!\n";
            say_here();
            work(time + $seconds / 2);
            exit;
        }
        1 while wait > 0;
    },
    exec => sub {
        work(time + $seconds / 2);
        exec $^X, $0, 'work', $seconds / 2 or die "exec: $!\n";
    },
    kill => sub {
        work(time + $seconds);
        kill 'KILL', $$;
    },
    exit => sub {
        work(time + $seconds);
        require POSIX;
        POSIX::_exit(3);
    },
    die => sub {
        work(time + $seconds);
        die "as it was told to\n";
    },
    eval => sub {
        my $sum = 0;
        for my $i (1 .. 20 * $seconds) {
            $sum += eval "my \$x = $i; sub of_$i { \$x + 1 } of_$i()";
            select undef, undef, undef, 0.05;
            last if -e "$ENV{SOAK}/end";
        }
    },
);

say_here();
$do{$kind}->();
