// SPDX-License-Identifier: GPL-2.0-or-later
/* Names, types and help of all metrics; knows no recorder. */
#include "metrics/metrics_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "metrics/metrics_parts.h"
#include "push/sender.h"

static const char *const loss_names[] = {
#define X(id, text) #id,
	LOSSES(X)
#undef X
};

/* ------------------------------------------------------------------------- format */

static void put_label(FILE *to, const char *label, const char *value)
{
	metrics_label(to, '{', label, value);
	fputc('}', to);
}

/* label: NULL for none */
static void put(FILE *to, const char *name, const char *label, const char *value, uint64_t number)
{
	fprintf(to, PREFIX "%s", name);
	if (label)
		put_label(to, label, value);
	fprintf(to, " %llu\n", (unsigned long long)number);
}

static void put_seconds(FILE *to, const char *name, const char *label, const char *value,
			double seconds)
{
	fprintf(to, PREFIX "%s", name);
	if (label)
		put_label(to, label, value);
	fprintf(to, " %.6f\n", seconds);
}

static void counter(FILE *to, const char *name, const char *help, uint64_t number)
{
	metrics_begin(to, name, "counter", help);
	put(to, name, NULL, NULL, number);
}

static void gauge(FILE *to, const char *name, const char *help, uint64_t number)
{
	metrics_begin(to, name, "gauge", help);
	put(to, name, NULL, NULL, number);
}

static void seconds(FILE *to, const char *name, const char *type, const char *help, double number)
{
	metrics_begin(to, name, type, help);
	put_seconds(to, name, NULL, NULL, number);
}

static void put_lower(FILE *to, const char *name, const char *label, const char *value,
		      uint64_t number)
{
	char lower[32];
	size_t i;

	for (i = 0; value[i] && i < sizeof(lower) - 1; i++)
		lower[i] = (char)tolower((unsigned char)value[i]);
	lower[i] = '\0';
	put(to, name, label, lower, number);
}

/* ------------------------------------------------------------------------- metrics */

static void put_agent(FILE *to, const struct figures *f)
{
	metrics_begin(to, "build_info", "gauge", "Always 1; the version is a label.");
	put(to, "build_info", "version", f->version, 1);
	seconds(to, "start_time_seconds", "gauge",
		"Time at which the recording began, in seconds since "
		"the epoch.",
		f->started);
	seconds(to, "gathered_timestamp_seconds", "gauge",
		"Time at which these figures were gathered, in seconds since the epoch. If "
		"it is old, the agent is busy or hangs.",
		f->gathered);
	gauge(to, "recording", "1 while the agent records, 0 after nytprof-bpf ctl stop.",
	      f->recording);
	seconds(to, "cpu_seconds_total", "counter",
		"Processor time of the agent and of the processes it forks to write "
		"profiles, without the probes.",
		f->cpu_seconds);
	gauge(to, "resident_memory_bytes", "Memory of the agent, without the BPF maps.",
	      f->rss_bytes);
	gauge(to, "maps_memory_bytes", "Memory of the BPF maps, as the kernel accounts it.",
	      f->map_bytes);
}

static void put_processes(FILE *to, const struct figures *f)
{
	gauge(to, "targets", "Processes that are recorded now.", f->targets);
	gauge(to, "interpreters", "Interpreters that are recorded now.", f->interps);
	gauge(to, "perls", "Perl binaries that are probed now.", f->perls);
	gauge(to, "builtin_ends_probed",
	      "1 if the ends of builtins are probed. 0 if they are not probed in any "
	      "process: the time of a builtin then lasts until the next statement or call.",
	      f->builtin_ends);
	counter(to, "processes_total", "Processes that ran perl and were recorded.", f->processes);
	counter(to, "refused_processes_total",
		"Processes that hit a probe and that a filter turned away.", f->refused);
	counter(to, "late_processes_total",
		"Processes that started before their perl was probed: their earlier work is "
		"not recorded.",
		f->late);
	counter(to, "unknown_processes_total",
		"Processes that ended before the agent could check the filters.", f->unknown);
	counter(to, "lost_notices_total",
		"Notices of mapped files that the kernel lost. The agent then looks at all "
		"processes.",
		f->notices_lost);
}

static void put_counts(FILE *to, const struct figures *f)
{
	int i;

	if (f->sampled) {
		counter(to, "samples_total", "Samples that are in profiles.", f->stmts);
		counter(to, "torn_samples_total",
			"Samples without their innermost call, which perl was making or ending.",
			f->torn);
	} else {
		counter(to, "statements_total", "Recorded executions of statements.", f->stmts);
		counter(to, "calls_total", "Recorded calls of subs.", f->calls);
	}
	counter(to, "events_total", "Probe hits of the interpreters that have ended.", f->events);
	seconds(to, "program_seconds_total", "counter",
		"Running time of the recorded programs, without the overhead of the probes "
		"and without waiting for a processor.",
		(double)f->price.program_ns / 1e9);
	seconds(to, "overhead_seconds_total", "counter",
		"Time that the probes added to the recorded programs. They take (program + "
		"overhead) / program times as long.",
		(double)f->price.probes_ns / 1e9);
	seconds(to, "waited_seconds_total", "counter",
		"Time in which the recorded programs were ready to run and had no processor. "
		"No profile contains it.",
		(double)f->price.waited_ns / 1e9);
	metrics_begin(to, "steps_total", "counter",
		      "How often --overhead made the agent record less, by what it recorded then.");
	put(to, "steps_total", "to", "subs", f->steps_to_subs);
	put(to, "steps_total", "to", "samples", f->steps_to_samples);
	metrics_begin(to, "losses_total", "counter", "What could not be recorded, by reason.");
	for (i = 0; i < LOSS_CNT; i++)
		put_lower(to, "losses_total", "reason", loss_names[i], f->lost[i]);
	put(to, "losses_total", "reason", "line_number", f->beyond);
	counter(to, "missed_runs_total",
		"Runs of BPF programs that the kernel skipped, because one was running on "
		"the same processor.",
		f->missed);
}

/* A name without a sample would say that there were none. */
static void put_programs(FILE *to, const struct figures *f)
{
	size_t i;

	if (!f->program_cnt)
		return;
	metrics_begin(
		to, "probe_runs_total", "counter",
		"Runs of BPF programs, by probe. Needs the sysctl kernel.bpf_stats_enabled=1.");
	for (i = 0; i < f->program_cnt; i++)
		put(to, "probe_runs_total", "probe", f->programs[i].name, f->programs[i].cnt);
	metrics_begin(to, "probe_seconds_total", "counter",
		      "Time of the runs of BPF programs, by probe. Needs the "
		      "sysctl kernel.bpf_stats_enabled=1.");
	for (i = 0; i < f->program_cnt; i++)
		put_seconds(to, "probe_seconds_total", "probe", f->programs[i].name,
			    f->programs[i].seconds);
}

static void put_fills(FILE *to, const struct figures *f)
{
	size_t i;

	if (!f->fill_cnt) /* there are no maps yet */
		return;
	metrics_begin(
		to, "map_entries", "gauge",
		"Entries of the maps whose fill is known. The agent empties most of them when "
		"they are half full.");
	for (i = 0; i < f->fill_cnt; i++)
		put(to, "map_entries", "map", f->fills[i].name, f->fills[i].entries);
	metrics_begin(to, "map_capacity_entries", "gauge", "Entries that each map has room for.");
	for (i = 0; i < f->fill_cnt; i++)
		put(to, "map_capacity_entries", "map", f->fills[i].name, f->fills[i].capacity);
}

static void put_pushed(FILE *to, const struct sender_sums *p)
{
	counter(to, "push_sent_total", "Profiles that the receiver of --push has taken.",
		p->sent.cnt);
	counter(to, "push_failures_total", "Failed tries to send a profile. Each is repeated.",
		p->failures);
	counter(to, "push_refused_total", "Profiles that the receiver has refused for good.",
		p->refused.cnt);
	counter(to, "push_dropped_total",
		"Profiles that were dropped before they were sent: too old, or too many.",
		p->dropped.cnt);
	gauge(to, "push_queue_profiles", "Profiles that wait in --push-queue.", p->waiting.cnt);
	gauge(to, "push_queue_bytes", "Their size.", p->waiting_bytes);
}

static void put_files(FILE *to, const struct figures *f)
{
	int i;

	counter(to, "profiles_written_total", "Profiles that were written; each time counts.",
		f->tally.written);
	counter(to, "written_bytes_total", "Bytes of the profiles that were written.",
		f->tally.bytes);
	metrics_begin(
		to, "write_failures_total", "counter",
		"Failed attempts to write a profile, by reason. The agent tries most of them again.");
	for (i = 0; i < FAILURE_CNT; i++)
		put(to, "write_failures_total", "reason", failure_name((enum failure)i),
		    f->tally.failed[i]);
	counter(to, "lost_profiles_total", "Profiles of ended processes that could not be written.",
		f->unwritten);
	seconds(to, "last_flush_timestamp_seconds", "gauge",
		"Time at which all profiles had last been written, in seconds since the "
		"epoch; 0 if never.",
		f->flushed);
	gauge(to, "store_files", "Profiles in the output directory of --all.", f->store_files);
	gauge(to, "store_bytes",
	      "Disk space that the profiles in the output directory of "
	      "--all use.",
	      f->store_bytes);
	counter(to, "traces_total", "Exact traces on demand beside the samples.", f->traces);
	counter(to, "triggered_traces_total", "Those of them that --trace-when started.",
		f->triggered);
	gauge(to, "pulls_waiting", "Clients that wait for a profile by HTTP.", f->pulls_waiting);
	if (f->pushed)
		put_pushed(to, f->pushed);
	counter(to, "removed_profiles_total", "Profiles that --keep and --max-size removed.",
		f->removed);
}

char *metrics_text(const struct figures *f, size_t *len)
{
	char *text = NULL;
	FILE *to = open_memstream(&text, len);

	if (!to)
		return NULL;
	put_agent(to, f);
	put_processes(to, f);
	put_counts(to, f);
	metrics_put_kevents(to, f);
	put_programs(to, f);
	put_fills(to, f);
	put_files(to, f);
	if (!fclose(to))
		return text;
	free(text);
	return NULL;
}
