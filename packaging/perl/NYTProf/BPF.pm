# SPDX-License-Identifier: GPL-2.0-or-later
package NYTProf::BPF;

use strict;
use warnings;

our $VERSION = '0.1.0';

# nytprof-bpf knows these subs by their names.  The empty ones do nothing.
my %body = (
    enable_profile  => '',
    disable_profile => '',
    await_profile   => '',

    # At a call of await_profile the recorder sends SIGURG if the file is still to be written.  Without a recorder, or when
    # it has ended, there is no signal, so nobody waits.  A handler runs at the next call of a sub, which is what the second one is for.
    finish_profile => '
        my $unwritten;
        local $! = 0;
        local $SIG{URG} = sub { $unwritten = 1 };
        for (1 .. 400) {
            $unwritten = 0;
            DB::await_profile();
            DB::await_profile();
            last if !$unwritten;
            select undef, undef, undef, 0.005;
        }
        return;
    ',
);

# Under Devel::NYTProf its own are there.
for my $name (sort keys %body) {
    defined &{"DB::$name"} or eval "sub DB::$name {$body{$name}} 1" or die $@;
}

1;

__END__

=head1 NAME

NYTProf::BPF - steer nytprof-bpf from the program that it records

=head1 SYNOPSIS

    use NYTProf::BPF;

    DB::disable_profile();            # do not record what follows
    DB::enable_profile();             # record again
    DB::enable_profile('part2.out');  # complete the profile, begin another one
    DB::finish_profile();             # complete it, and record no more

=head1 DESCRIPTION

The same calls as under L<Devel::NYTProf>, where its manual describes them. Without a recorder they cost an empty call,
and C<DB::finish_profile()> some microseconds.

When C<DB::finish_profile()> returns, the file of the profile is there, whole. The call waits for the recorder, two seconds
at most: a recorder that hangs does not hold the program up, and nobody waits for one that was killed. To ask the
recorder, the call makes use of the signal SIGURG in its own thread; a handler of the program's own is
not called meanwhile. A program that blocks SIGURG does not wait. Nor do the calls wait that complete a profile and begin another one; call
C<DB::finish_profile()> before.

To define empty subs of these names does as well, but for the waiting: the file is there some hundredths of a second
after the call.

A file is named in the program's own root and working directory, and written with the program's rights. A child of a fork adds its process
id to the name. While nothing is recorded, calls that are already open are still counted when they end.

=cut
