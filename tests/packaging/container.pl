#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Checks that the files of packaging/container agree with each other, with the agent and with their
# README.  Needs no engine.  kubernetes.pl checks the manifests.  packaging/check-container.sh follows the Containerfile's steps.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);

my $top = abs_path(dirname(__FILE__) . '/../..');
require "$top/tests/files.pl";
my $agent = "$top/build/nytprof-bpf";
my ($passed, $failed) = (0, 0);

chdir "$top/packaging/container" or die "packaging/container: $!\n";

sub check {
    my ($what, @wrong) = @_;
    print $what, @wrong ? ": wrong\n" : ": as it should be\n", map {"    $_\n"} @wrong;
    @wrong ? $failed++ : $passed++;
    return;
}

sub same {
    my ($what, $expected, $found) = @_;
    return $expected eq $found ? () : "$what: $found, not $expected";
}

# ------------------------------------------------------------------------- capabilities

my $readme = slurp('README.md');
my ($table) = $readme =~ /^## Rights$(.*?)^Some uses need more\./ms;
my $listed = join ',', sort +($table // '') =~ /^\| `([A-Z_]+)` /mg;
my ($podman) = $readme =~ /--cap-add=([A-Z_,]+)/;
my ($tried)  = slurp("$top/tests/e2e/cases/rights/common.sh") =~ /^SET="([a-z_ ]+)"$/m;
check(
    'capabilities in README.md and the test',
    same('podman', $listed, join ',', sort split /,/, $podman // ''),
    same('tests/e2e/cases/rights', $listed, join ',', sort 'SYS_ADMIN', map {uc} split ' ', $tried // ''),
);

# ------------------------------------------------------------------------- image

my $containerfile = slurp('Containerfile') =~ s/\\\n//gr;
my ($last)        = $containerfile =~ /.*^FROM (.*)/ms;
my %packages      = map { $_ => 1 } $last =~ /\b(lib[a-z0-9+-]+|zlib1g)\b/g;
my %needed;
for my $name (qx(objdump -p '$agent') =~ /NEEDED\s+(\S+)/g) {
    my ($package) = map {/^([^:]+)/} grep {m{/\Q$name\E$}} qx(dpkg -S '*/$name' 2>/dev/null);
    $needed{ $package // $name } = 1;
}
$needed{'libcurl3-gnutls'} = 1;    # it is loaded with --push
delete @needed{ grep {/^libc6/} keys %needed };    # which every image has
check('packages of the image are what the agent is linked with', map { $packages{$_} ? "$_ is not needed" : "$_ is missing" } sort grep { !$packages{$_} != !$needed{$_} } keys %{ { %packages, %needed } });
check('images are of the release that the packages are of', same('FROM', 'debian:bookworm-slim', join '|', keys %{ { map { $_ => 1 } $containerfile =~ /^FROM (\S+)/mg } }));

print "$passed passed, $failed failed\n";
exit($failed ? 1 : 0);
