#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The alerts of packaging/prometheus and the dashboard of packaging/grafana.  promtool checks the rules, and that each fires
# when it is to and only then.  A real agent runs with the configuration of the DaemonSet; a Prometheus that loads the rules
# scrapes it, and is asked for each expression.  Each metric that these name must be one that the agent has.  Needs root.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use HTTP::Tiny ();
use IO::Socket::INET ();
use JSON::PP ();
use Time::HiRes qw(sleep time);
use YAML::XS ();

my $top = abs_path(dirname(__FILE__) . '/../..');
require "$top/tests/files.pl";
require "$top/tests/packaging/alerts.pl";
my $tools     = "$top/build/prometheus/usr/bin";
my $rules     = "$top/packaging/prometheus/nytprof-bpf.rules.yml";
my $dashboard = "$top/packaging/grafana/nytprof-bpf.json";
my $tmp       = tempdir(CLEANUP => 1);
my ($passed, $failed) = (0, 0);
my %running;

-e "$top/build/prometheus/.complete" or die "$top/build/prometheus is missing: run scripts/setup.sh test\n";
die "must be root\n" if $>;

sub check {
    my ($what, @wrong) = @_;
    print $what, @wrong ? ": wrong\n" : ": as it should be\n", map {"    $_\n"} @wrong;
    @wrong ? $failed++ : $passed++;
    return;
}

sub run {
    my ($log, @command) = @_;
    my $pid = fork // die "fork: $!\n";
    return $running{$pid} = $pid if $pid;
    open STDOUT, '>', $log or die "$log: $!\n";
    open STDERR, '>&', \*STDOUT or die $!;
    exec { $command[0] } @command or die "$command[0]: $!\n";
}

sub end_all {
    my $status = $?;
    for my $pid (keys %running) {
        kill 'INT', $pid;
        waitpid $pid, 0;
    }
    %running = ();
    $? = $status;
    return;
}
END { end_all() if %running }
$SIG{INT} = $SIG{TERM} = sub { exit 1 };

# What the sub returns once that is true; a minute is the end.
sub await {
    my ($what, $sub) = @_;
    my $end = time + 60;
    while (time < $end) {
        my $found = $sub->();
        return $found if $found;
        sleep 0.1;
    }
    die "$what: not within a minute\n";
}

# ------------------------------------------------------------------------- the rules

my @alerts = map { @{ $_->{rules} } } @{ YAML::XS::LoadFile($rules)->{groups} };

# What a summary says with these labels.
sub filled {
    my ($text, %labels) = @_;
    return $text =~ s/\{\{ \$labels\.(\w+) \}\}/$labels{$1} \/\/ ''/ger;
}

sub with_instance {
    my ($name) = @_;
    return $name =~ /instance=/ ? $name : $name =~ s/\}$/,instance="a"}/r =~ s/^(\w+)$/$1\{instance="a"}/r;
}

sub rule_test {
    my ($alert, $series, $labels, $fires) = @_;
    my %all = (instance => 'a', %$labels);
    my %fired = (exp_labels => { %all, severity => $alert->{labels}{severity} }, exp_annotations => { summary => filled($alert->{annotations}{summary}, %all) });
    return {
        interval        => '1m',
        input_series    => [ map { { series => with_instance($_), values => $series->{$_} } } sort keys %$series ],
        alert_rule_test => [ { eval_time => '299m', alertname => $alert->{alert}, exp_alerts => $fires ? [ \%fired ] : [] } ],
    };
}

sub check_rules {
    my %cases = alert_cases();
    my $said  = qx('$tools/promtool' check rules '$rules' 2>&1);
    check('promtool check rules', $? || $said !~ /SUCCESS/ ? $said : ());
    for my $alert (@alerts) {
        my ($firing, $silent, %labels) = @{ delete $cases{ $alert->{alert} } // [] };
        my @wrong = $firing ? () : 'no case';
        for my $case ($firing ? ([ $firing, 1 ], [ $silent, 0 ]) : ()) {
            my $test = { rule_files => [$rules], evaluation_interval => '1m', tests => [ rule_test($alert, $case->[0], \%labels, $case->[1]) ] };
            spew('>', "$tmp/test.yml", JSON::PP::encode_json($test));    # which is YAML, too
            my $words = qx('$tools/promtool' test rules '$tmp/test.yml' 2>&1);
            push @wrong, ($case->[1] ? 'fires' : 'is silent'), split /\n/, $words if $?;
        }
        push @wrong, 'its summary says not what to do' if $alert->{annotations}{summary} !~ /\$labels\.instance \}\}.*\. \S/s;
        check("$alert->{alert} fires, and only then", @wrong);
    }
    check('cases of alerts that are there', sort keys %cases);
    return;
}

# ------------------------------------------------------------------------- the agent

sub fetch {
    my ($url) = @_;
    return HTTP::Tiny->new(timeout => 10)->get($url);
}

# The agent with the configuration of the DaemonSet, for one program; the address of its metrics.
sub start_agent {
    my $program = "$tmp/work.pl";
    spew('>', $program, "sub work { \$_[0] + 1 }\nmy \$n = 0;\nfor (;;) { -e 'none'; \$n = work(\$n) for 1 .. 1e4; select undef, undef, undef, 0.01 }\n");
    run("$tmp/agent.log", "$top/build/nytprof-bpf", '--all', "--config=$top/packaging/kubernetes/base/nytprof-bpf.conf", "--output-dir=$tmp/out", "--match=$program", '--event=page-faults,syscalls', '--listen=127.0.0.1:0', '--push=http://127.0.0.1:1', "--push-queue=$tmp/queue", '--interval=1');
    run("$tmp/work.log", $^X, $program);
    my $url = await('the agent', sub { slurp("$tmp/agent.log") =~ m{metrics are at (http://\S+)} ? $1 : undef });
    await('a profile', sub { fetch($url)->{content} =~ /^nytprof_bpf_profiles_written_total [1-9]/m });
    return $url;
}

# A Prometheus that scrapes it, with the rules; its address.
sub start_prometheus {
    my ($target) = @_;
    my $port   = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1')->sockport;
    my $config = { global => { scrape_interval => '1s', evaluation_interval => '1s' }, rule_files => [$rules], scrape_configs => [ { job_name => 'nytprof-bpf', static_configs => [ { targets => [$target] } ] } ] };
    spew('>', "$tmp/p.yml", JSON::PP::encode_json($config));
    run("$tmp/prometheus.log", "$tools/prometheus", "--config.file=$tmp/p.yml", "--storage.tsdb.path=$tmp/db", "--web.listen-address=127.0.0.1:$port");
    return "http://127.0.0.1:$port";
}

# Its answer to an expression.
sub asked {
    my ($prometheus, $expression) = @_;
    my $answer = fetch("$prometheus/api/v1/query?" . HTTP::Tiny->new->www_form_urlencode({ query => $expression }));
    return $answer->{content} =~ /^\{/ ? JSON::PP::decode_json($answer->{content}) : { status => 'error', error => $answer->{content} };
}

# ------------------------------------------------------------------------- the dashboard

# Variables are what Grafana puts in their place.
sub expressions {
    my ($thing) = @_;
    return map { expressions($_) } @$thing if ref $thing eq 'ARRAY';
    return () if ref $thing ne 'HASH';
    my $own = $thing->{expr};
    return (defined $own ? $own =~ s/\$__rate_interval/1m/gr =~ s/\$instance/.*/gr : (), map { expressions($thing->{$_}) } sort keys %$thing);
}

# Panels have an id of their own, a place that no other has, and a unit that fits.
sub wrong_panels {
    my ($board) = @_;
    my (%ids, %places, @wrong);
    for my $panel (@{ $board->{panels} }) {
        my $at = $panel->{gridPos};
        push @wrong, "$panel->{title}: id $panel->{id} twice" if $ids{ $panel->{id} }++;
        push @wrong, "$panel->{title}: wider than the page" if $at->{x} + $at->{w} > 24;
        for my $x ($at->{x} .. $at->{x} + $at->{w} - 1) {
            for my $y ($at->{y} .. $at->{y} + $at->{h} - 1) {
                push @wrong, "$panel->{title} is over $places{$x, $y}" if $places{ $x, $y };
                $places{ $x, $y } = $panel->{title};
            }
        }
        next if $panel->{type} eq 'row';
        push @wrong, "$panel->{title}: no description" if !$panel->{description};
        push @wrong, "$panel->{title}: no unit"        if !$panel->{fieldConfig}{defaults}{unit};
        push @wrong, "$panel->{title}: no expression"  if !expressions($panel);
    }
    return @wrong;
}

# Metrics that are named, and that the agent does not have.
sub unknown_metrics {
    my ($has, @texts) = @_;
    return map {"the agent has no $_"} sort grep { !$has->{$_} } keys %{ { map { $_ => 1 } map {/\b(nytprof_\w+)/g} @texts } };
}

check_rules();
my $board = eval { JSON::PP::decode_json(slurp($dashboard)) };
check('the dashboard is JSON', $board ? () : $@);
check('the panels of the dashboard', wrong_panels($board));
my $url        = start_agent();
my $prometheus = start_prometheus($url =~ m{//([^/]+)/});
my %has        = map { $_ => 1 } fetch($url)->{content} =~ /^(nytprof_bpf_\w+)/mg;
my @shown      = expressions($board);
check('metrics of the dashboard', @shown ? () : 'no expression', unknown_metrics(\%has, slurp($dashboard)));
check('metrics of the alerts', unknown_metrics(\%has, map { $_->{expr} } @alerts));
await('two scrapes', sub { (asked($prometheus, 'count_over_time(nytprof_bpf_build_info[5m])')->{data}{result}[0]{value}[1] // 0) >= 3 });

# Counters that stayed 0 have a value, too; only what no agent of this mode has, has none.
my @wrong;
for my $expression (@shown) {
    my $answer = asked($prometheus, $expression);
    push @wrong, "$expression: $answer->{error}" if $answer->{status} ne 'success';
    push @wrong, "$expression: no value" if $answer->{status} eq 'success' && !@{ $answer->{data}{result} };
}
check('a Prometheus that scrapes an agent answers: ' . @shown . ' expressions', @wrong);
# It pushes to nobody, so that its queue has figures: that alert may be near.
my $near = asked($prometheus, 'ALERTS{alertname!="NytprofBpfPushFails"}');
check('no alert is near for an agent that works', $near->{status} eq 'success' ? () : $near->{error}, map {"$_->{metric}{alertname} is $_->{metric}{alertstate}"} @{ $near->{data}{result} });
end_all();
print "$passed passed, $failed failed\n";
exit($failed ? 1 : 0);
