#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Checks that the files of packaging/container agree with each other, with the agent and with their
# README.  Needs no engine.  packaging/check-container.sh follows the Containerfile's steps.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use YAML::XS ();

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

# ------------------------------------------------------------------------- manifests

# The fields of the Kubernetes API (v1, apps/v1) that are used here, and what each one is.
my $string    = sub { !ref $_[0] && length $_[0] };
my $number    = sub { $_[0] =~ /^\d+$/ };
my $bool      = sub { $_[0] eq '1' || $_[0] eq '' };    # as YAML::XS reads them
my $cpu       = sub { $_[0] =~ /^\d+m?$/ };
my $bytes     = sub { $_[0] =~ /^\d+(?:Mi|Gi)$/ };
my $amounts   = { cpu => $cpu, memory => $bytes };
my $metadata  = { name => $string, labels => { '*' => $string }, annotations => { '*' => $string } };
my $container = {
    name            => $string,
    image           => $string,
    command         => [$string],
    args            => [$string],
    ports           => [ { name => $string, containerPort => $number } ],
    resources       => { requests => $amounts, limits => $amounts },
    volumeMounts    => [ { name => $string, mountPath => $string } ],
    securityContext => {
        runAsUser                => $number,
        allowPrivilegeEscalation => $bool,
        readOnlyRootFilesystem   => $bool,
        appArmorProfile          => { type => sub { $_[0] =~ /^(?:Unconfined|RuntimeDefault|Localhost)$/ } },
        capabilities             => { drop => [$string], add => [ sub { $_[0] =~ /^[A-Z_]+$/ && $_[0] !~ /^CAP_/ } ] },
    },
};
my $pod_spec = {
    hostPID                       => $bool,
    shareProcessNamespace         => $bool,
    automountServiceAccountToken  => $bool,
    terminationGracePeriodSeconds => $number,
    tolerations                   => [ { operator => sub { $_[0] =~ /^(?:Exists|Equal)$/ } } ],
    containers                    => [$container],
    volumes                       => [
        {   name     => $string,
            emptyDir => { medium => $string, sizeLimit => $bytes },
            hostPath => { path   => $string, type      => sub { $_[0] =~ /^(?:DirectoryOrCreate|Directory)$/ } },
        }
    ],
};
my %kinds = (
    Pod       => { apiVersion => sub { $_[0] eq 'v1' }, kind => $string, metadata => $metadata, spec => $pod_spec },
    DaemonSet => {
        apiVersion => sub { $_[0] eq 'apps/v1' },
        kind       => $string,
        metadata   => $metadata,
        spec       => { selector => { matchLabels => { '*' => $string } }, template => { metadata => $metadata, spec => $pod_spec } },
    },
);

sub misfits {
    my ($where, $schema, $found) = @_;
    if (ref $schema eq 'CODE') {
        return ref $found || !defined $found || !$schema->($found) ? "$where: not such a value" : ();
    }
    return "$where: another kind of thing" if ref $schema ne ref $found;
    return map { misfits("$where\[$_]", $schema->[0], $found->[$_]) } 0 .. $#$found if ref $schema eq 'ARRAY';
    return map {
        my $below = $schema->{$_} // $schema->{'*'};
        $below ? misfits("$where.$_", $below, $found->{$_}) : "$where: no field $_ is known"
    } sort keys %$found;
}

# The agent takes the options, its port is the one that is announced, its directory is one that it can make in a volume.
sub wrong_of_agent {
    my ($pod, $meta) = @_;
    my ($c) = grep { $_->{name} eq 'nytprof-bpf' } @{ $pod->{containers} } or return 'no container nytprof-bpf';
    my ($version) = slurp("$top/user/version.h") =~ /VERSION "(.*)"/;
    my @wrong = same('image', "nytprof-bpf:$version", $c->{image});
    my @args  = @{ $c->{args} };
    my $words = qx('$agent' @args --no-such-option 2>&1);
    push @wrong, $words if $words !~ /unknown option "--no-such-option"/;
    push @wrong, 'it records statements, which slows all perls down' if !grep { $_ eq '--mode=sample' } @args;
    my ($port)    = map {/^--listen=.*:(\d+)$/} @args;
    my ($profile) = map {/^--output-dir=(.*)$/} @args;
    push @wrong, same('containerPort', $port, $c->{ports}[0]{containerPort});
    push @wrong, same('prometheus.io/port', $port, $meta->{annotations}{'prometheus.io/port'});
    my %volumes = map { $_->{name} => 1 } @{ $pod->{volumes} };
    push @wrong, map {"no volume $_->{name}"} grep { !$volumes{ $_->{name} } } @{ $c->{volumeMounts} };
    push @wrong, "$profile is not right below a volume" if !grep { dirname($profile) eq $_->{mountPath} } @{ $c->{volumeMounts} };
    push @wrong, 'neither hostPID nor shareProcessNamespace' if !$pod->{hostPID} == !$pod->{shareProcessNamespace};
    return (@wrong, map { same('dropped', 'ALL', "@$_") } $c->{securityContext}{capabilities}{drop});
}

my %added;
for my $file (glob '*.yaml') {
    my $manifest = YAML::XS::LoadFile($file);
    my $kind     = $kinds{ $manifest->{kind} } or die "$file: $manifest->{kind}\n";
    my $template = $manifest->{kind} eq 'Pod' ? $manifest : $manifest->{spec}{template};
    my $labels   = $manifest->{kind} eq 'Pod' ? undef : $manifest->{spec}{selector}{matchLabels};
    my @wrong    = misfits('', $kind, $manifest);
    push @wrong, map { same("label $_", $labels->{$_}, $template->{metadata}{labels}{$_} // 'none') } sort keys %{ $labels // {} };
    check($file, @wrong, wrong_of_agent($template->{spec}, $template->{metadata}));
    $added{$file} = join ',', sort map { @{ $_->{securityContext}{capabilities}{add} // [] } } @{ $template->{spec}{containers} };
}

# ------------------------------------------------------------------------- capabilities

my $readme = slurp('README.md');
my ($table) = $readme =~ /^## Rights$(.*?)^Some uses need more\./ms;
my $listed = join ',', sort +($table // '') =~ /^\| `([A-Z_]+)` /mg;
my ($podman) = $readme =~ /--cap-add=([A-Z_,]+)/;
my ($tried)  = slurp("$top/tests/e2e/cases/rights/common.sh") =~ /^SET="([a-z_ ]+)"$/m;
check(
    'capabilities in README.md, the manifests and the test',
    (map { same($_, $listed, $added{$_}) } sort keys %added),
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
delete @needed{ grep {/^libc6/} keys %needed };    # which every image has
check('packages of the image are what the agent is linked with', map { $packages{$_} ? "$_ is not needed" : "$_ is missing" } sort grep { !$packages{$_} != !$needed{$_} } keys %{ { %packages, %needed } });
check('images are of the release that the packages are of', same('FROM', 'debian:bookworm-slim', join '|', keys %{ { map { $_ => 1 } $containerfile =~ /^FROM (\S+)/mg } }));

print "$passed passed, $failed failed\n";
exit($failed ? 1 : 0);
