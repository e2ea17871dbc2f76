// SPDX-License-Identifier: GPL-2.0-or-later
/* What a recording tells of itself, as curl, promtool and a Prometheus see it. */
#include "e2e.h"

TestSuite(metrics, .init = e2e_init, .fini = e2e_fini, .timeout = 200);

/*
 * "all" starts the agent with a port that is free, and waits until it records: $URL.  "worker" begins one, $W; "over" ends both.  "value" is that
 * of a metric, and "until_value" waits for one, at most a minute.
 */
#define METRICS                                                                                                \
	"B=$TOP/build/prometheus/usr/bin; A=; W=; D=; trap 'kill $A $W $D 2>/dev/null' EXIT\n"                 \
	"until_ok() { local n=0; until \"$@\"; do sleep 0.2; [ $((++n)) -lt 300 ] || return 1; done; }\n"      \
	"recorded() { grep -q '^nytprof-bpf: recording' stderr; }\n"                                           \
	"all() { $AGENT --all --match=$PWD/a.pl --output-dir=$PWD/out --interval=1 --listen=0 \"$@\" & A=$!\n" \
	"    until_ok recorded; URL=$(sed -n 's/.*metrics are at //p' stderr); }\n"                            \
	"worker() { perl $PWD/a.pl & W=$!; }\n"                                                                \
	"over() { touch end; wait $W; kill -INT $A; wait $A; }\n"                                              \
	"value() { curl -sS -m 10 $URL | grep \"^nytprof_bpf_$1 \" | cut -d' ' -f2; }\n"                       \
	"is() { local v=$(value \"$1\"); [ \"${v%%.*}\" \"$2\" \"$3\" ] 2>/dev/null; }\n"                      \
	"until_value() { until_ok is \"$@\"; }\n"

#define WORKER                                     \
	"sub work { return $_[0] + 1 }\n"          \
	"my $n = 0;\n"                             \
	"until (-e 'end') {\n"                     \
	"    $n = work($n);\n"                     \
	"    select undef, undef, undef, 0.002;\n" \
	"}\n"

static bool has_prometheus(void)
{
	const char *ci = getenv("CI");
	char tree[600];

	snprintf(tree, sizeof(tree), "%s/build/prometheus/.complete", e2e_top);
	return exists(tree) || (ci && !strcmp(ci, "true"));
}

Test(metrics, tell_what_is_recorded)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(METRICS
		    "all; worker\n"
		    "until_value targets -eq 1 && until_value calls_total -gt 100 || exit 9\n"
		    "until_value profiles_written_total -gt 1 || exit 8\n"
		    "curl -sS $URL; S=$(value statements_total); sleep 0.1; over\n"
		    "echo; echo behind $S $(sed -n 's/.* profile, \\([0-9]*\\) .*/\\1/p' stderr)"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("\nnytprof_bpf_build_info{version=\"");
	expect_out("\nnytprof_bpf_targets 1\n");
	expect_out("\nnytprof_bpf_interpreters 1\n");
	expect_out("\nnytprof_bpf_processes_total 1\n");
	expect_out("\nnytprof_bpf_recording 1\n");
	expect_out("\nnytprof_bpf_builtin_ends_probed ");
	expect_out("\nnytprof_bpf_losses_total{reason=\"stmts\"} 0\n");
	expect_out("\nnytprof_bpf_write_failures_total{reason=\"no_space\"} 0\n");
	expect_out("\nnytprof_bpf_store_files 1\n");
	expect_out("\nnytprof_bpf_map_capacity_entries{map=\"stmts\"} 131072\n");
	cr_expect_geq(number_behind("\nnytprof_bpf_perls "), 1);
	cr_expect_gt(number_behind("\nnytprof_bpf_cpu_seconds_total "), 0.1);
	/* Of the one that lives: most of its time it sleeps, which is its own. */
	cr_expect_gt(number_behind("\nnytprof_bpf_program_seconds_total "), 0.2);
	cr_expect_gt(number_behind("\nnytprof_bpf_overhead_seconds_total "), 100e-6);
	cr_expect_geq(number_behind("\nnytprof_bpf_waited_seconds_total "), 0);
	cr_expect_gt(number_behind("\nnytprof_bpf_resident_memory_bytes "), 1e6);
	cr_expect_gt(number_behind("\nnytprof_bpf_maps_memory_bytes "), 1e6);
	cr_expect_gt(number_behind("\nnytprof_bpf_written_bytes_total "), 300);
	cr_expect_gt(number_behind("\nnytprof_bpf_store_bytes "), 300);
	cr_expect_gt(number_behind("\nnytprof_bpf_last_flush_timestamp_seconds "), 1.7e9);
	/* What was told is never more than what is in the profile in the end. */
	cr_expect_gt(number_behind("\nbehind "), 100);
	cr_expect_geq(seconds_behind("\nbehind "), number_behind("\nbehind "));
}

Test(metrics, are_what_promtool_accepts_and_a_prometheus_can_be_asked_for)
{
	if (!has_prometheus())
		cr_skip_test("run scripts/setup.sh test");
	put_file("a.pl", WORKER);
	put_file("ask.pl",
		 "my ($v) = join('', <STDIN>) =~ /\"value\":\\[[^,]*,\"([0-9.e+]+)\"\\]/;\n"
		 "print \"asked \", $v // 'nothing', \"\\n\"; exit !($v // 0);\n");
	cr_assert_eq(
		run(METRICS
		    "all; worker; until_value calls_total -gt 10 || exit 9\n"
		    "curl -sS $URL | $B/promtool check metrics || exit 8; echo checked\n"
		    "H=${URL#http://}; H=${H%%/metrics}\n"
		    "printf 'global: {scrape_interval: 1s}\\nscrape_configs: [{job_name: perl, static_configs: [{targets: [\"%%s\"]}]}]\\n' $H >p.yml\n"
		    "P=$(perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(Listen => 1, LocalAddr => q(127.0.0.1))->sockport')\n"
		    "$B/prometheus --config.file=p.yml --storage.tsdb.path=db --web.listen-address=127.0.0.1:$P 2>prom.log & D=$!\n"
		    "ask() { curl -sS -m 10 -G --data-urlencode \"query=$1\" http://127.0.0.1:$P/api/v1/query 2>&1 | tee answer | perl ask.pl >asked; }\n"
		    "until_ok ask 'nytprof_bpf_targets{job=\"perl\"}'; R=$?; cat asked\n"
		    "until_ok ask 'rate(nytprof_bpf_calls_total[1m])' || R=7; cat answer; tail -3 prom.log >&2\n"
		    "kill $D; wait $D; over; exit $R"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("checked\n");
	expect_out("asked 1\n");
	expect_out("\"job\":\"perl\"");
}

Test(metrics, of_those_who_were_turned_away_only_their_number)
{
	put_file("a.pl", WORKER);
	put_file("secret_name.pl",
		 "my $i = 0; until (-e 'end') { select undef, undef, undef, 0.002 }\n");
	cr_assert_eq(
		run(METRICS
		    "all; worker; perl $PWD/secret_name.pl & X=$!\n"
		    "until_value targets -eq 1 && until_value refused_processes_total -ge 1 || exit 9\n"
		    "curl -sS $URL; over; wait $X"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_null(strstr(e2e_out, "secret"));
	cr_expect_null(strstr(e2e_out, "a.pl"));
	expect_out("\nnytprof_bpf_targets 1\n");
}

Test(metrics, a_stop_is_told_and_so_is_a_disk_that_is_full)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(METRICS
		    "mkdir -m 700 out; mount -t tmpfs -o size=64k,mode=700 none out || exit 9; trap 'umount -l out' EXIT\n"
		    "all; worker; until_value calls_total -gt 10 || exit 8\n"
		    "head -c 1M /dev/zero >out/full 2>/dev/null\n"
		    "until_value 'write_failures_total{reason=\"no_space\"}' -ge 1 || exit 7\n"
		    "rm out/full; L=$(value last_flush_timestamp_seconds); until_value last_flush_timestamp_seconds -gt ${L%%.*} || exit 6\n"
		    "$AGENT ctl stop $A >/dev/null && until_value recording -eq 0 || exit 5; over"),
		0, "%s%s", e2e_out, e2e_err);
}

/* The kernel cuts their names. */
Test(metrics, tell_programs_apart_whose_names_begin_alike)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(METRICS
		    "S=/proc/sys/kernel/bpf_stats_enabled; WAS=$(cat $S); trap 'echo $WAS >$S; kill $A $W 2>/dev/null' EXIT; echo 1 >$S || exit 7\n"
		    "all; worker; until_value targets -eq 1 || exit 9\n"
		    "for p in exec exit; do until_value \"probe_runs_total{probe=\\\"sched_process_$p\\\"}\" -ge 1 || exit 8; done\n"
		    "curl -sS $URL | sed -n 's/^nytprof_bpf_probe_runs_total{probe=\"\\(sched[^\"]*\\).*/\\1/p' | sort; over"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("sched_process_exec\nsched_process_exit\nsched_process_fork\n");
}

/* In another user's directory, as node_exporter's is. */
Test(metrics, in_a_file_for_everybody)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(METRICS
		    "mkdir -m 755 theirs; chown 65534 theirs; all --metrics-file=theirs/m.prom; worker; stat -c 'mode %%a' theirs/m.prom\n"
		    "has() { grep -q '^nytprof_bpf_targets 1$' theirs/m.prom; }; until_ok has || exit 9\n"
		    "over; ls -A theirs | grep -c tmp; cat theirs/m.prom"),
		0, "%s%s", e2e_out, e2e_err);
	expect_out("mode 644\n0\n");
	expect_out("\nnytprof_bpf_profiles_written_total ");
	expect_out("\nnytprof_bpf_targets 0\n");
}

/* Also where there is but one process. */
Test(metrics, of_one_process_and_of_a_command)
{
	put_file("a.pl", WORKER);
	cr_assert_eq(
		run(METRICS
		    "$AGENT --listen=0 --metrics-file=m.prom -o c.out -- perl $PWD/a.pl & A=$!\n"
		    "said() { URL=$(sed -n 's/.*metrics are at //p' stderr); [ \"$URL\" ]; }; until_ok said\n"
		    "until_value calls_total -gt 10 && until_value perls -ge 1 || exit 9; touch end; wait $A || exit 8\n"
		    "grep -v '^#' m.prom"),
		0, "%s%s", e2e_out, e2e_err);
	cr_expect_gt(number_behind("\nnytprof_bpf_calls_total "), 10);
	expect_out("\nnytprof_bpf_profiles_written_total 1\n");
	cr_expect_gt(number_behind("\nnytprof_bpf_events_total "), 10);
}

/* Before anything is attached: the command does not run. */
Test(metrics, what_is_wrong_with_an_address_or_a_file_is_said_at_once)
{
	static const struct {
		const char *option;
		int status;
		const char *why;
	} cases[] = {
		{ "--listen=1.2.3.4:99999", 2, "--listen=1.2.3.4:99999: must end with a port" },
		{ "--listen=nonsense", 2, "--listen=nonsense: must end with a port" },
		{ "--listen=example.org:80", 2, "must be an IPv4 address in numbers" },
		{ "--listen=192.0.2.1:9811", 1, "can't listen at 192.0.2.1:9811: Cannot assign" },
		{ "--metrics-file=", 2, "must not be empty" },
		{ "--metrics-file=no/such/m.prom", 1, "can't write no/such/m.prom" },
		{ "--metrics-file=.", 1, "can't write .: it is a directory" },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cr_expect_eq(run("$AGENT %s -o c.out -- touch ran", cases[i].option),
			     cases[i].status, "%s: %s", cases[i].option, e2e_err);
		expect_one_line(cases[i].why);
		cr_expect_not(exists("ran"), "%s", cases[i].option);
	}
	cr_expect_eq(
		run("P=$(perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(Listen => 1, LocalAddr => q(127.0.0.1));"
		    "open $f, q(>), q(port); print $f $s->sockport; close $f; sleep 60' >/dev/null & echo $!)\n"
		    "until [ -s port ]; do sleep 0.05; done\n"
		    "$AGENT --listen=$(cat port) --all --output-dir=out; R=$?; kill $P; exit $R"),
		1);
	expect_one_line("Address already in use; name another port");
	cr_expect_eq(
		run("setpriv --bounding-set=-net_bind_service $AGENT --listen=80 --all --output-dir=out"),
		1, "%s", e2e_err);
	expect_one_line("ports below 1024 need CAP_NET_BIND_SERVICE");
	cr_expect_not(exists("out"));
}
