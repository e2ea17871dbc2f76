# nytprof-bpf top --service: a view of what a recorder samples.  Other recorders may run on this machine, so
# --pid names the process of the case.

# A busy process: $1 is its number.  Most of its time is in main::hot.
start_busy() {
	cat >busy.pl <<'PERL'
sub hot { my $x = 0; $x += $_ * 3 for 1 .. 60_000; return $x }
sub warm { my $x = 0; $x += $_ for 1 .. 10_000; return $x }
open my $up, '>', "up.$$"; close $up;
hot(), warm() while !-e "end.$ARGV[0]";
PERL
	perl "$PWD/busy.pl" "$1" & busy=$!
	await [ -e "up.$busy" ]
}

# The recorder is $A; its profiles are of intervals of a second.
start_service() {
	: >said
	$AGENT --all --match=$PWD --rate=499 --output-dir=$PWD/out --interval=1 "$@" >/dev/null 2>>said & A=$!
	recording said
	await recorded $busy
}

recorded() {
	$AGENT ctl status "$1" >/dev/null 2>&1
}

# The tables of a watcher, into a file: watch FILE [OPTIONS]; it is $W.
watch() {
	$AGENT top --service --pid $busy --batch "${@:2}" >"$1" 2>"$1.said" & W=$!
}

has_tables() {
	[ "$(grep -c ' in all; dropped' "$1")" -ge "$2" ]
}

# The samples so far, as each table says.
totals() {
	sed -n 's/.* s, \([0-9]*\) in all.*/\1/p' "$1"
}
