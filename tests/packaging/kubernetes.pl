#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The manifests of packaging/kubernetes: kubectl builds them; every object is one of the Kubernetes API; the agent takes the
# options and the configuration file; they give no right that packaging/container/README.md does not list.  Then each mistake
# of a list is made in a copy, and must be found.  Needs build/kubectl (tests/fetch/fetch-kubectl.sh), and no cluster.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use JSON::PP ();

my $top = abs_path(dirname(__FILE__) . '/../..');
require "$top/tests/files.pl";
my $agent = "$top/build/nytprof-bpf";
my $fetch = "$top/build/kubectl";
my $tmp   = tempdir(CLEANUP => 1);
my ($passed, $failed) = (0, 0);

-e "$fetch/.complete" or die "$fetch is missing: run scripts/setup.sh test\n";
$ENV{HOME} = $tmp;
delete $ENV{NYTPROF};

sub check {
    my ($what, @wrong) = @_;
    print $what, @wrong ? ": wrong\n" : ": as it should be\n", map {"    $_\n"} @wrong;
    @wrong ? $failed++ : $passed++;
    return;
}

sub same {
    my ($what, $expected, $found) = @_;
    $found //= 'none';
    return $expected eq $found ? () : "$what: $found, not $expected";
}

my ($version) = slurp("$top/user/version.h") =~ /VERSION "(.*)"/;
my ($table) = slurp("$top/packaging/container/README.md") =~ /^## Rights$(.*?)^Some uses need more\./ms;
my $rights = join ',', sort +($table // '') =~ /^\| `([A-Z_]+)` /mg;

# The objects of a folder, and the mistakes that the tools find in them.
sub built {
    my ($dir) = @_;
    my $yaml = qx('$fetch/usr/bin/kubectl' kustomize '$dir' 2>'$tmp/said');
    return ([], "kubectl kustomize: " . slurp("$tmp/said")) if $? || slurp("$tmp/said") ne '';
    spew('>', "$tmp/yaml", $yaml);
    unlink "$tmp/json";
    my @wrong = split /\n/, qx(/usr/bin/python3 '$top/tests/packaging/objects.py' '$fetch/swagger.json' '$tmp/json' <'$tmp/yaml' 2>&1);
    push @wrong, "objects.py: status $?" if $?;
    return (-e "$tmp/json" ? JSON::PP::decode_json(slurp("$tmp/json")) : [], @wrong);
}

# ------------------------------------------------------------------------- the agent

# As the kubelet mounts a ConfigMap: links to what can be exchanged at once.
sub mounted {
    my ($map) = @_;
    my $dir = tempdir(DIR => $tmp);
    mkdir "$dir/..2024" or die "$dir: $!\n";
    spew('>', "$dir/..2024/$_", $map->{data}{$_}) for keys %{ $map->{data} };
    symlink '..2024', "$dir/..data" or die "$dir: $!\n";
    symlink "..data/$_", "$dir/$_" or die "$dir: $!\n" for keys %{ $map->{data} };
    return $dir;
}

# The agent's options, from its arguments and its file, and what is wrong about them.
sub options_of {
    my ($c, $pod, $objects) = @_;
    my @args   = @{ $c->{args} };
    my %option = map { /^--([\w-]+)=?(.*)$/ ? ($1 => $2) : () } @args;
    if (my $file = $option{config}) {
        my ($mount)  = grep { $file =~ m{^\Q$_->{mountPath}\E/[^/]+$} } @{ $c->{volumeMounts} };
        my ($volume) = grep { $mount && $_->{name} eq $mount->{name} } @{ $pod->{volumes} };
        my $named    = $volume ? $volume->{configMap}{name} // '' : '';
        my ($map)    = grep { $_->{kind} eq 'ConfigMap' && $_->{metadata}{name} eq $named } @$objects;
        return (\%option, "no ConfigMap has $file") if !$map;
        my $dir = mounted($map);
        s{^--config=.*/}{--config=$dir/} for @args;
        %option = ($map->{data}{ $file =~ s{.*/}{}r } =~ /^([\w-]+) = (.*)$/mg, %option);
    }
    # The last one is the first that is wrong: what is before it, and the file, are taken.
    my $words = qx('$agent' @args --listen=nowhere 2>&1);
    return (\%option, $words =~ /--listen=nowhere: must/ ? () : "the agent: $words");
}

sub wrong_ports {
    my ($c, $annotations, $option) = @_;
    my ($port) = ($option->{listen} // '') =~ /:(\d+)$/;
    $port //= 'none';
    my $name = $c->{ports}[0]{name} // '';
    my @wrong = (same('containerPort', $port, $c->{ports}[0]{containerPort}), same('prometheus.io/port', $port, $annotations->{'prometheus.io/port'}));
    push @wrong, same('prometheus.io/path', '/metrics', $annotations->{'prometheus.io/path'});
    for my $probe (grep { $c->{$_} } qw(readinessProbe livenessProbe startupProbe)) {
        push @wrong, same("$probe port", $name,      $c->{$probe}{httpGet}{port});
        push @wrong, same("$probe path", '/metrics', $c->{$probe}{httpGet}{path});
        push @wrong, "$probe gives up before the agent answers" if ($c->{$probe}{timeoutSeconds} // 1) <= 2;
    }
    return @wrong;
}

sub wrong_rights {
    my ($c, $pod) = @_;
    my $context = $c->{securityContext} // {};
    my $caps    = $context->{capabilities} // {};
    my @wrong   = (same('capabilities', $rights, join ',', sort @{ $caps->{add} // [] }), same('dropped', 'ALL', "@{ $caps->{drop} // [] }"));
    push @wrong, 'allowPrivilegeEscalation'  if $context->{allowPrivilegeEscalation} // 1;
    push @wrong, 'the root can be written'   if !$context->{readOnlyRootFilesystem};
    push @wrong, 'privileged'                if $context->{privileged};
    push @wrong, "$_ is not needed" for grep { $pod->{$_} } qw(hostNetwork hostIPC);
    push @wrong, 'a token is mounted' if $pod->{automountServiceAccountToken} // 1;
    push @wrong, 'neither hostPID nor shareProcessNamespace' if !$pod->{hostPID} == !$pod->{shareProcessNamespace};
    push @wrong, map {"$_->{hostPath}{path} of the host is not needed"} grep { $_->{hostPath} && $_->{hostPath}{path} ne '/var/lib/nytprof-bpf' } @{ $pod->{volumes} };
    push @wrong, "no $_" for grep { my ($what, $of) = split /\./; !$c->{resources}{$what}{$of} } qw(requests.cpu requests.memory limits.cpu limits.memory);
    return @wrong;
}

sub wrong_of_agent {
    my ($template, $objects) = @_;
    my $pod = $template->{spec};
    my ($c) = grep { $_->{name} eq 'nytprof-bpf' } @{ $pod->{containers} } or return 'no container nytprof-bpf';
    my ($option, @wrong) = options_of($c, $pod, $objects);
    my %volumes = map { $_->{name} => 1 } @{ $pod->{volumes} };
    my $profiles = $option->{'output-dir'} // '/';
    push @wrong, same('image', "nytprof-bpf:$version", $c->{image});
    push @wrong, 'it does not record all processes' if !exists $option->{all};
    push @wrong, same('mode', 'sample', $option->{mode});
    push @wrong, 'the profiles have no limit' if !$option->{'max-size'};
    push @wrong, map {"no volume $_->{name}"} grep { !$volumes{ $_->{name} } } @{ $c->{volumeMounts} };
    push @wrong, "$profiles is not right below a volume" if !grep { dirname($profiles) eq $_->{mountPath} } @{ $c->{volumeMounts} };
    return (@wrong, wrong_ports($c, $template->{metadata}{annotations}, $option), wrong_rights($c, $pod));
}

# What is wrong with a folder; its objects are these and no others: nothing binds a role.
sub wrong_of {
    my ($dir, @kinds) = @_;
    my ($objects, @wrong) = built($dir);
    push @wrong, same('objects', join(' ', sort @kinds), join ' ', sort map { $_->{kind} } @$objects);
    my ($workload) = grep { $_->{spec}{template} } @$objects or return @wrong;
    my $labels   = $workload->{spec}{template}{metadata}{labels};
    my $selector = $workload->{spec}{selector}{matchLabels};
    push @wrong, map { same("label $_", $selector->{$_}, $labels->{$_}) } sort keys %$selector;
    my ($account) = map { $_->{metadata}{name} } grep { $_->{kind} eq 'ServiceAccount' } @$objects;
    push @wrong, same('serviceAccountName', $account, $workload->{spec}{template}{spec}{serviceAccountName}) if $account;
    return (@wrong, wrong_of_agent($workload->{spec}{template}, $objects));
}

my %kinds = (
    base    => [qw(ConfigMap DaemonSet Namespace NetworkPolicy ServiceAccount)],
    example => [qw(Deployment)],
);
my $manifests = "$top/packaging/kubernetes";
check($_, wrong_of("$manifests/$_", @{ $kinds{$_} })) for sort keys %kinds;

# ------------------------------------------------------------------------- mistakes

# Folder, file, what is replaced, and by what.
my @mistakes = (
    [ 'base',    'base/daemonset.yaml',       'tolerations:',         'toleration:' ],
    [ 'base',    'base/daemonset.yaml',       'readOnlyRootFilesystem', 'readOnlyRoot' ],
    [ 'base',    'base/daemonset.yaml',       'type: Unconfined',     'type: None' ],
    [ 'base',    'base/daemonset.yaml',       'memory: 1Gi',          'memory: 1GB' ],
    [ 'base',    'base/daemonset.yaml',       'periodSeconds: 10',    'periodSeconds: often' ],
    [ 'base',    'base/daemonset.yaml',       'apps/v1',              'apps/v2' ],
    [ 'base',    'base/daemonset.yaml',       'PERFMON, ',            '' ],
    [ 'base',    'base/daemonset.yaml',       'BPF, ',                'BPF, NET_ADMIN, ' ],
    [ 'base',    'base/daemonset.yaml',       'path: /metrics',       'path: /healthz' ],
    [ 'base',    'base/daemonset.yaml',       'httpGet: {path: /metrics', 'httpGet: {path: /healthz' ],
    [ 'base',    'base/daemonset.yaml',       'hostPID: true',        "hostPID: true\n      hostNetwork: true" ],
    [ 'base',    'base/daemonset.yaml',       'path: /var/lib/nytprof-bpf,', 'path: /,' ],
    [ 'base',    'base/kustomization.yaml',   'nytprof-bpf.conf',     'other.conf' ],
    [ 'base',    'base/nytprof-bpf.conf',     'max-size =',           'maxsize =' ],
    [ 'base',    'base/nytprof-bpf.conf',     'interval =',           'intervall =' ],
    [ 'base',    'base/nytprof-bpf.conf',     '9811',                 '9812' ],
    [ 'base',    'base/nytprof-bpf.conf',     'mode = sample',        'mode = trace' ],
    [ 'base',    'base/networkpolicy.yaml',   'podSelector',          'podselector' ],
    [ 'example', 'sidecar/sidecar.yaml',      'SYS_PTRACE, ',         'CAP_SYS_PTRACE, ' ],
    [ 'example', 'sidecar/sidecar.yaml',      'shareProcessNamespace: true', 'shareProcessNamespace: false' ],
    [ 'example', 'sidecar/sidecar.yaml',      '--mode=sample',        '--mode=sampled' ],
    [ 'example', 'example/app.yaml',          'nytprof-bpf: sidecar', 'nytprof-bpf: beside' ],
);

my @unseen;
for my $mistake (@mistakes) {
    my ($dir, $file, $from, $to) = @$mistake;
    my $copy = tempdir(DIR => $tmp);
    system('cp', '-R', "$manifests/.", $copy) == 0 or die "cp: $?\n";
    my $text = slurp("$copy/$file");
    push @unseen, "$file has no \"$from\"" if $text !~ s/\Q$from\E/$to/;
    spew('>', "$copy/$file", $text);
    my @found = wrong_of("$copy/$dir", @{ $kinds{$dir} });
    push @unseen, "$file with \"$to\" in place of \"$from\"" if !@found;
}
check('each mistake is found: ' . @mistakes, @unseen);

print "$passed passed, $failed failed\n";
exit($failed ? 1 : 0);
