// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics/metrics_text.h"

#include <ctype.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drain/kevent_totals.h"

#define NAMES_MAX 128

static struct figures figures;
static char *text;

static void render(void)
{
	size_t len;

	free(text);
	text = metrics_text(&figures, &len);
	cr_assert_not_null(text);
	cr_assert_eq(strlen(text), len);
}

static void begin(void)
{
	figures = (struct figures){ .version = "1.2.3", .recording = true };
	figures.fills[0] = (struct map_fill){ "stmts", 5, 100 };
	figures.fill_cnt = 1;
	render();
}

static void end(void)
{
	free(text);
	text = NULL;
}

TestSuite(metrics_text, .init = begin, .fini = end);

#define expect_line(line) \
	cr_expect_not_null(strstr(text, "\n" line "\n"), "no \"%s\" in:\n%s", line, text)

/* Of a line "# HELP NAME ..." or "NAME{...} VALUE". */
static void name_of(const char *line, char *name, size_t size)
{
	size_t len = strspn(line, "abcdefghijklmnopqrstuvwxyz_0123456789");

	cr_assert(len > 0 && len < size, "%.60s", line);
	memcpy(name, line, len);
	name[len] = '\0';
}

/*
 * Each metric has its HELP and its TYPE once, in this order and before its samples, which follow each other; a
 * counter's name ends in _total, no other one's does; the last line ends.
 */
Test(metrics_text, each_metric_is_described_once_before_its_samples)
{
	char seen[NAMES_MAX][64], name[64], current[64] = "", type[16], *line, *save = NULL;
	size_t cnt = 0, samples = 0, i;

	cr_assert_eq(text[strlen(text) - 1], '\n');
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (!strncmp(line, "# HELP ", 7)) {
			cr_expect(!cnt || samples, "no sample of %s", current);
			name_of(line + 7, current, sizeof(current));
			for (i = 0; i < cnt; i++)
				cr_expect_str_neq(seen[i], current);
			cr_assert_lt(cnt, NAMES_MAX);
			strcpy(seen[cnt++], current);
			cr_expect_eq(line[strlen(line) - 1], '.', "%s", line);
			samples = 0;
			continue;
		}
		name_of(line + (strncmp(line, "# TYPE ", 7) ? 0 : 7), name, sizeof(name));
		cr_expect_str_eq(name, current);
		cr_expect_eq(strncmp(name, "nytprof_bpf_", 12), 0, "%s", name);
		if (sscanf(line, "# TYPE %*s %15s", type) == 1) {
			bool total = strlen(name) > 6 && !strcmp(name + strlen(name) - 6, "_total");

			cr_expect_eq(!strcmp(type, "counter"), total, "%s", line);
			cr_expect_eq(samples, 0);
			continue;
		}
		samples++;
		cr_expect(isdigit((unsigned char)strrchr(line, ' ')[1]), "%s", line);
	}
	cr_expect_gt(cnt, 25);
}

Test(metrics_text, every_reason_is_there_from_the_start)
{
#define X(id, what) #id,
	static const char *const reasons[] = { LOSSES(X) };
#undef X
	char line[128];
	size_t i, k;

	for (i = 0; i < LOSS_CNT; i++) {
		snprintf(line, sizeof(line), "\nnytprof_bpf_losses_total{reason=\"%s\"} 0\n",
			 reasons[i]);
		for (k = 0; line[k]; k++)
			line[k] = strchr(line, '"') < line + k ? (char)tolower(line[k]) : line[k];
		cr_expect_not_null(strstr(text, line), "%s", line);
	}
	expect_line("nytprof_bpf_losses_total{reason=\"line_number\"} 0");
	expect_line("nytprof_bpf_write_failures_total{reason=\"no_space\"} 0");
	expect_line("nytprof_bpf_write_failures_total{reason=\"other\"} 0");
}

Test(metrics_text, figures_are_in_base_units_and_whole)
{
	figures.stmts = UINT64_MAX;
	figures.started = 1795324999.25;
	figures.cpu_seconds = 0.5;
	figures.price = (struct price){ 2000000000, 500000000, 250000000 };
	figures.steps_to_subs = 4;
	figures.lost[LOSS_CUT] = 7;
	figures.tally.failed[FAILURE_DENIED] = 3;
	figures.recording = false;
	render();
	expect_line("nytprof_bpf_statements_total 18446744073709551615");
	expect_line("nytprof_bpf_start_time_seconds 1795324999.250000");
	expect_line("nytprof_bpf_cpu_seconds_total 0.500000");
	expect_line("nytprof_bpf_program_seconds_total 2.000000");
	expect_line("nytprof_bpf_overhead_seconds_total 0.500000");
	expect_line("nytprof_bpf_waited_seconds_total 0.250000");
	expect_line("nytprof_bpf_steps_total{to=\"subs\"} 4");
	expect_line("nytprof_bpf_steps_total{to=\"samples\"} 0");
	expect_line("nytprof_bpf_losses_total{reason=\"cut\"} 7");
	expect_line("nytprof_bpf_write_failures_total{reason=\"denied\"} 3");
	expect_line("nytprof_bpf_recording 0");
	expect_line("nytprof_bpf_map_entries{map=\"stmts\"} 5");
	expect_line("nytprof_bpf_map_capacity_entries{map=\"stmts\"} 100");
}

Test(metrics_text, values_of_labels_are_escaped)
{
	figures.version = "a\"b\\c\nd";
	render();
	expect_line("nytprof_bpf_build_info{version=\"a\\\"b\\\\c\\nd\"} 1");
}

Test(metrics_text, runs_by_probe_are_there_only_if_the_kernel_counts_them)
{
	cr_expect_null(strstr(text, "probe_runs_total"));
	figures.programs[0] = (struct program_runs){ "statement", 12, 0.25 };
	figures.program_cnt = 1;
	render();
	expect_line("nytprof_bpf_probe_runs_total{probe=\"statement\"} 12");
	expect_line("nytprof_bpf_probe_seconds_total{probe=\"statement\"} 0.250000");
}

/* Without a total that ever had one, a metric is not there at all. */
Test(metrics_text, events_of_the_kernel_have_what_they_can_have)
{
	struct kevent_total *all = NULL,
			    calls = { .sum = { 5, 1, 4096, 1500000001 },
				      .id = { "syscalls", "read" } },
			    faults = { .sum = { 7, 0, 0, 0 }, .id = { "page-faults", "minor" } },
			    memory = { .sum = { 2, 0, -4096, 0 },
				       .by_bytes = true,
				       .id = { "memory", "" } };

	cr_expect_null(strstr(text, "kernel_event"));
	HASH_ADD(hh, all, id, sizeof(all->id), (&faults));
	figures.kevents = all;
	render();
	expect_line("nytprof_bpf_kernel_events_total{event=\"page-faults\",kind=\"minor\"} 7");
	cr_expect_null(strstr(text, "kernel_event_"));
	HASH_ADD(hh, all, id, sizeof(all->id), (&calls));
	HASH_ADD(hh, all, id, sizeof(all->id), (&memory));
	figures.kevents = all;
	render();
	expect_line("nytprof_bpf_kernel_events_total{event=\"memory\",kind=\"\"} 2");
	expect_line("nytprof_bpf_kernel_event_errors_total{event=\"syscalls\",kind=\"read\"} 1");
	expect_line("nytprof_bpf_kernel_event_seconds_total{event=\"syscalls\",kind=\"read\"} "
		    "1.500000001");
	expect_line("nytprof_bpf_kernel_event_bytes_total{event=\"syscalls\",kind=\"read\"} 4096");
	expect_line("nytprof_bpf_kernel_event_net_bytes{event=\"memory\",kind=\"\"} -4096");
	cr_expect_null(strstr(text, "bytes_total{event=\"memory\""));
	HASH_CLEAR(hh, all);
}
