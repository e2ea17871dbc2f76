# SPDX-License-Identifier: GPL-2.0-or-later
package NYTProf::BPF;

use strict;
use warnings;

our $VERSION = '0.1.0';

# nytprof-bpf recognizes these subs by their names.  The empty ones do nothing.
my %body = (
    enable_profile  => '',
    disable_profile => '',
    await_profile   => '',

    # When await_profile is called, the recorder sends SIGURG if the file is not written yet.
    # Without a recorder there is no signal, so nobody waits.  Perl runs a signal handler at the
    # next call of a sub: that is the second call.
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

# Devel::NYTProf defines these subs itself.
for my $name (sort keys %body) {
    defined &{"DB::$name"} or eval "sub DB::$name {$body{$name}} 1" or die $@;
}

1;

__END__

=head1 NAME

NYTProf::BPF - control nytprof-bpf from the program that it records

=head1 SYNOPSIS

    use NYTProf::BPF;

    DB::disable_profile();            # do not record what follows
    DB::enable_profile();             # record again
    DB::enable_profile('part2.out');  # complete the profile, begin another one
    DB::finish_profile();             # complete the profile, stop recording

=head1 DESCRIPTION

These subs do what they do under L<Devel::NYTProf>, whose manual describes them. Without a recorder,
each is a call of an empty sub, and C<DB::finish_profile()> takes some microseconds.

When C<DB::finish_profile()> returns, the file of the profile exists and is complete. The call waits
for the recorder for two seconds at most. So a recorder that hangs does not block the program, and a
recorder that was killed does not delay it.

To ask the recorder, C<DB::finish_profile()> uses the signal SIGURG in its own thread. The program's
own handler of SIGURG is not called meanwhile. A program that blocks SIGURG does not wait.

C<DB::enable_profile('part2.out')> does not wait for the previous profile. Call
C<DB::finish_profile()> before it if you need that file.

You can also define empty subs of these names yourself. Then C<DB::finish_profile()> does not wait.
The file exists tens of milliseconds after the call.

A file name is relative to the program's own root and working directory. The file is written with
the program's rights. A forked child adds its process id to the name. Calls that are open when the
recording stops still count when they end.

=cut
