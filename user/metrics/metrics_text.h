/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The figures of a recording in Prometheus' text format, version 0.0.4. No label value comes from a
 * target, so the number of time series is limited.
 */
#ifndef NYTPROF_METRICS_TEXT_H
#define NYTPROF_METRICS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nytprof/losses.h"
#include "output/tally.h"
#include "profile/price.h"

#define FIGURES_PROGRAMS 64
#define FIGURES_FILLS	 8

/* Runs of the BPF programs of one name. */
struct program_runs {
	char name[32];
	uint64_t cnt;
	double seconds;
};

/* How full a map is, where that is known without counting its entries. */
struct map_fill {
	const char *name;
	uint64_t entries;
	uint64_t capacity;
};

struct kevent_total;
struct sender_sums;

struct figures {
	const char *version;
	bool recording; /* it is not turned off */
	double started; /* seconds since the epoch, as the next two */
	double gathered;
	double flushed; /* 0: never */
	/* Who is recorded. */
	uint64_t targets;
	uint64_t interps;
	uint64_t perls;
	bool builtin_ends; /* the ends of builtins are probed */
	uint64_t processes; /* since the start, as all below */
	uint64_t refused;
	uint64_t late;
	uint64_t unknown;
	uint64_t notices_lost;
	/* What is recorded. */
	uint64_t stmts;
	uint64_t calls;
	uint64_t events;
	const struct kevent_total *kevents; /* NULL: no events of the kernel are recorded */
	bool sampled; /* statements are samples */
	uint64_t torn; /* of them */
	struct price price;
	uint64_t steps_to_subs; /* because of --overhead */
	uint64_t steps_to_samples;
	uint64_t lost[LOSS_CNT];
	uint64_t beyond; /* executions of lines beyond the format's limit */
	/* What the kernel reports. */
	struct program_runs programs[FIGURES_PROGRAMS]; /* only if the kernel counts runs */
	size_t program_cnt;
	uint64_t missed; /* runs */
	struct map_fill fills[FIGURES_FILLS];
	size_t fill_cnt;
	uint64_t map_bytes;
	/* The agent. */
	double cpu_seconds;
	uint64_t rss_bytes;
	/* Its files. */
	struct tally tally;
	uint64_t unwritten;
	uint64_t traces; /* on demand, */
	uint64_t triggered; /* and those of them that a condition has started */
	unsigned pulls_waiting; /* clients of /debug/pprof/ */
	const struct sender_sums *pushed; /* NULL: nothing is sent to a receiver */
	uint64_t store_files;
	uint64_t store_bytes;
	uint64_t removed;
};

/* The text, which the caller frees. NULL: out of memory. */
char *metrics_text(const struct figures *f, size_t *len);

#endif
