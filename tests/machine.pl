# SPDX-License-Identifier: GPL-2.0-or-later
#
# Describes the machine on which a page's numbers were measured: for accuracy.pl and bench.pl.

use strict;
use warnings;

# What the pattern's group has in the first line that matches it.
sub first_line {
    my ($file, $pattern) = @_;
    open my $fh, '<', $file or return 'unknown';
    while (<$fh>) { return $1 if $_ =~ $pattern }
    return 'unknown';
}

sub machine {
    my ($agent) = @_;
    my $cpus = grep {/^processor/} do { open my $fh, '<', '/proc/cpuinfo' or die $!; <$fh> };
    my ($version) = qx{$agent --version} =~ /(\S+)$/;
    require Devel::NYTProf::Core;
    no warnings 'once';
    return sprintf '%d x %s%s, Linux %s, perl %vd, nytprof-bpf %s, Devel::NYTProf %s', $cpus,
        first_line('/proc/cpuinfo', qr/^model name\s*: (.*)/),
        (first_line('/proc/cpuinfo', qr/^flags.* (hypervisor)/) eq 'hypervisor' ? ' (virtual)' : ''),
        first_line('/proc/sys/kernel/osrelease', qr/^([\d.]+)/), $^V, $version, $Devel::NYTProf::Core::VERSION;
}

1;
