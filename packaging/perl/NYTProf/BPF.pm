# SPDX-License-Identifier: GPL-2.0-or-later
package NYTProf::BPF;

use strict;
use warnings;

our $VERSION = '0.1.0';

# They do nothing: nytprof-bpf knows them by their names.  Under Devel::NYTProf its own are there.
for my $name (qw(enable_profile disable_profile finish_profile)) {
    defined &{"DB::$name"} or eval "sub DB::$name {} 1" or die $@;
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

The same calls as under L<Devel::NYTProf>, where its manual describes them. Without a recorder they cost an empty call. To define empty
subs of these names does as well.

A file is named in the program's own root and working directory, and written with the program's rights. A child of a fork adds its process
id to the name. While nothing is recorded, calls that are already open are still counted when they end.

=cut
