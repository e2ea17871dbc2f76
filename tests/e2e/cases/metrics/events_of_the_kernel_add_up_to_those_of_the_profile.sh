# With --event, sums of events by name and kind are those of the profile of the same run.

cat >a.pl <<'PERL'
use strict;
my @kept;
sub look { -e "none$_" for 1 .. $_[0] }
sub fill { open my $f, '>', 'data' or die; print $f 'x' x 5000 for 1 .. 4; close $f; open $f, '<', 'data' or die; local $/; return length <$f> }
sub keep { push @kept, 'x' x 5000 for 1 .. 300 }
look(40); fill(); keep(); select undef, undef, undef, 0.01; syscall 60000;
PERL
# Prints "METRIC|EVENT|KIND|AMOUNT" of a JSON, of what is not 0. The kind of what has an object is its first word.
cat >of_json.pl <<'PERL'
use strict; use JSON::PP;
my $p = do { local $/; decode_json(<STDIN>) };
my %n;
for my $e (@{ $p->{events} }) {
	my $kind = ($e->{detail} // '') =~ s/ .*//sr;
	$kind = 'other' if $kind =~ /^\d+$/;
	my $id = "$e->{event}|$kind";
	$n{"kernel_events_total|$id"} += $e->{count};
	$n{"kernel_event_errors_total|$id"} += $e->{errors};
	$n{"kernel_event_seconds_total|$id"} += $e->{ns};
	$n{ ($e->{event} eq 'memory' ? 'kernel_event_net_bytes|' : 'kernel_event_bytes_total|') . $id } += $e->{bytes};
}
$n{$_} and print "$_|$n{$_}\n" for keys %n;
PERL
# The same of the metrics.
of_metrics() {
	perl -ne 'next unless my ($metric, $event, $kind, $n) = /^nytprof_bpf_(kernel_event\w+)\{event="([^"]*)",kind="([^"]*)"\} (\S+)$/;
		$n = sprintf "%.0f", $n * 1e9 if $metric =~ /seconds/;
		print "$metric|$event|$kind|$n\n" if $n' "$1" | LC_ALL=C sort
}

run 0 $AGENT -q --event=syscalls,page-faults,files,memory,context-switches,signals,tracepoint:sched:sched_process_fork -o a.out --metrics-file=m.prom -- perl a.pl
run 0 $AGENT export -q --format=json a.out
perl of_json.pl <stdout | LC_ALL=C sort >theirs
of_metrics m.prom >own
expect diff theirs own
expect grep -q '^kernel_events_total|page-faults|minor|' own
expect grep -q '^kernel_events_total|syscalls|other|1$' own
expect grep -q '^kernel_event_seconds_total|syscalls|' own
expect grep -q '^kernel_event_bytes_total|files|write|20000$' own
expect grep -q '^kernel_event_errors_total|files|stat|[4-9][0-9]' own
expect grep -q '^kernel_event_net_bytes|memory||' own
# What has not happened is 0 from the start, if its kinds are known.
expect grep -qx 'nytprof_bpf_kernel_events_total{event="page-faults",kind="major"} [0-9]*' m.prom
expect grep -qx 'nytprof_bpf_kernel_events_total{event="tracepoint:sched:sched_process_fork",kind=""} 0' m.prom
# No path, no line and no process is in a label.
expect [ -z "$(grep '{.*/' m.prom)" ]
if [ -e "$TOP/build/prometheus/.complete" ]; then
	expect "$TOP/build/prometheus/usr/bin/promtool" check metrics <m.prom
fi

# Without --event there are none.
run 0 $AGENT -q -o b.out --metrics-file=m.prom -- perl a.pl
expect [ -z "$(grep kernel_event m.prom)" ]
