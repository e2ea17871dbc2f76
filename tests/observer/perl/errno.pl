# SPDX-License-Identifier: GPL-2.0-or-later
# $! after system calls that fail, and that nothing else changes it.
use strict;
use warnings;
use Socket;

sub nothing { my $x = shift; return $x }
my %calls = (
    open    => sub { open my $fh, '<', '/no/such/file' },
    notdir  => sub { open my $fh, '<', '/etc/passwd/x' },
    isdir   => sub { open my $fh, '>', '/' },
    mkdir   => sub { mkdir '/' },
    rmdir   => sub { rmdir '/no/such/directory' },
    opendir => sub { opendir my $dh, '/no/such/directory' },
    chdir   => sub { chdir '/no/such/directory' },
    kill    => sub { kill 0, 2**22 + 1 },
    wait    => sub { wait },
    exec    => sub { no warnings; exec '/no/such/program' },
    system  => sub { system '/no/such/program' },
    connect => sub { socket my $s, PF_INET, SOCK_STREAM, 0; connect $s, sockaddr_in(1, INADDR_LOOPBACK) },
    closed  => sub { no warnings; close STDIN; <STDIN> },
    syswrite => sub { open my $fh, '<', '/dev/null'; no warnings; syswrite $fh, 'x' },
    require => sub { eval { require No::Such::Module } },
);
for my $name (sort keys %calls) {
    $! = 0;
    $calls{$name}->();
    printf "%s: %d %s\n", $name, $!, $!;
}
for my $errno (1 .. 40) {
    $! = $errno;
    nothing($_) for 1 .. 10;
    my @sorted = sort { nothing($a) <=> nothing($b) } 3, 1, 2;
    eval 'nothing(1)';
    print "kept $errno\n" if $! == $errno;
}
