# SPDX-License-Identifier: GPL-2.0-or-later
#
# For monitoring.pl: series for each alert of packaging/prometheus, of which one lets it fire and the other does not.
#
#   alert => [ expression's series that fire, series that do not, labels of the alert besides the instance ]
#
# A series is { name => values }, as promtool has them: a value each minute for five hours.

use strict;
use warnings;

my $down    = 'up{job="nytprof-bpf",instance="a"}';
my $still   = '0+0x300';
my $flushed = 'nytprof_bpf_last_flush_timestamp_seconds';
my %working = (nytprof_bpf_recording => '1+0x300', nytprof_bpf_targets => '3+0x300');

sub alert_cases {
    return (
        NytprofBpfDown     => [ { $down => $still }, { $down => '1+0x300', 'up{job="other",instance="a"}' => $still }, 'job' => 'nytprof-bpf' ],
        NytprofBpfHangs    => [ { nytprof_bpf_gathered_timestamp_seconds => '0+0x300' }, { nytprof_bpf_gathered_timestamp_seconds => '0+60x300' } ],
        NytprofBpfRestarts => [ { nytprof_bpf_start_time_seconds => '0+600x300' }, { nytprof_bpf_start_time_seconds => '1+0x300' } ],
        NytprofBpfStopped  => [ { nytprof_bpf_recording => $still }, { nytprof_bpf_recording => '1+0x280 0+0x20' } ],
        NytprofBpfOverhead => [
            { nytprof_bpf_overhead_seconds_total => '0+13x300', nytprof_bpf_program_seconds_total => '0+60x300' },
            { nytprof_bpf_overhead_seconds_total => '0+11x300', nytprof_bpf_program_seconds_total => '0+60x300' },
        ],
        NytprofBpfAgentBusy => [ { nytprof_bpf_cpu_seconds_total => '0+33x300' }, { nytprof_bpf_cpu_seconds_total => '0+27x300' } ],
        NytprofBpfMemory    => [
            { nytprof_bpf_resident_memory_bytes => '500000000+0x300', nytprof_bpf_maps_memory_bytes => '500000000+0x300' },
            { nytprof_bpf_resident_memory_bytes => '500000000+0x300', nytprof_bpf_maps_memory_bytes => '100000000+0x300' },
        ],
        NytprofBpfLosses => [
            { 'nytprof_bpf_losses_total{reason="stmts"}' => '0+5x300',      'nytprof_bpf_losses_total{reason="calls"}' => $still },
            { 'nytprof_bpf_losses_total{reason="stmts"}' => '0+5x200 1000+0x100', 'nytprof_bpf_losses_total{reason="calls"}' => $still },
            'reason' => 'stmts',
        ],
        NytprofBpfMissedRuns => [ { nytprof_bpf_missed_runs_total => '0+90x300' }, { nytprof_bpf_missed_runs_total => '0+30x300' } ],
        NytprofBpfMapFull    => [
            { 'nytprof_bpf_map_entries{map="subs"}' => '95+0x300', 'nytprof_bpf_map_capacity_entries{map="subs"}' => '100+0x300' },
            { 'nytprof_bpf_map_entries{map="subs"}' => '85+0x300', 'nytprof_bpf_map_capacity_entries{map="subs"}' => '100+0x300' },
            'map' => 'subs',
        ],
        NytprofBpfDiskFull => [
            { 'nytprof_bpf_write_failures_total{reason="no_space"}' => '0+0x295 1+0x10' },
            { 'nytprof_bpf_write_failures_total{reason="denied"}'   => '0+0x295 1+0x10', 'nytprof_bpf_write_failures_total{reason="no_space"}' => '1+0x300' },
            'reason' => 'no_space',
        ],
        NytprofBpfWriteFailures => [
            { 'nytprof_bpf_write_failures_total{reason="denied"}'   => '0+0x295 1+0x10' },
            { 'nytprof_bpf_write_failures_total{reason="no_space"}' => '0+0x295 1+0x10', 'nytprof_bpf_write_failures_total{reason="denied"}' => '1+0x300' },
            'reason' => 'denied',
        ],
        NytprofBpfProfilesLost   => [ { nytprof_bpf_lost_profiles_total => '0+0x295 2+0x10' }, { nytprof_bpf_lost_profiles_total => '2+0x300' } ],
        NytprofBpfPushFails => [
            { nytprof_bpf_push_failures_total => '0+1x300', nytprof_bpf_push_sent_total => '7+0x300', nytprof_bpf_push_queue_profiles => '3+0x300' },
            { nytprof_bpf_push_failures_total => '0+1x300', nytprof_bpf_push_sent_total => '0+1x300', nytprof_bpf_push_queue_profiles => '3+0x300' },
        ],
        NytprofBpfPushDropped => [
            { nytprof_bpf_push_dropped_total => '0+0x295 2+0x10', nytprof_bpf_push_refused_total => '0+0x300' },
            { nytprof_bpf_push_dropped_total => '2+0x300', nytprof_bpf_push_refused_total => '0+0x300' },
        ],
        NytprofBpfNothingWritten => [ { %working, $flushed => '60+0x300' }, { %working, $flushed => '1+60x300' } ],
    );
}

1;
