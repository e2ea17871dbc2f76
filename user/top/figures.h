/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a live view shows: sums by sub, by line and by process, of the last interval and since the
 * begin.  They are taken from the profiles at each interval; only what has changed costs time.
 */
#ifndef NYTPROF_TOP_FIGURES_H
#define NYTPROF_TOP_FIGURES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <uthash.h>

struct tracee;

#define TOP_EVENTS_MAX 32u /* events of the kernel: more than a recording has */

enum top_kind {
	TOP_SUBS,
	TOP_LINES,
	TOP_PROCESSES,
	TOP_KINDS
};

struct top_sums {
	uint64_t own; /* samples */
	uint64_t incl; /* samples in it and in what it called */
	uint64_t wait_ns;
};

/* How much there was of an event of the kernel: how often, or bytes, which can be below 0. */
struct top_event {
	int64_t now, total, next; /* as in struct top_item */
};

/* A sub, a line or a process. */
struct top_item {
	struct top_sums now; /* of the last interval */
	struct top_sums total; /* since the begin */
	struct top_sums next; /* of the interval that has begun */
	struct top_event *events; /* for each event of the kernel; NULL: it has had none */
	pid_t pid; /* a process's */
	bool ended; /* a process: it has */
	char *label; /* what is shown: clean (text.h) */
	struct top_item *changed; /* the next one that has something in .now or .next */
	bool is_changed;
	UT_hash_handle hh;
	char key[]; /* the name as the target has it, cut; of a line with its number */
};

struct figures;

struct figures *figures_new(uint64_t period_ns); /* NULL: no memory */
void figures_free(struct figures *f);

/*
 * An event of the kernel that is shown, by its name of --event; to be called before there is any.
 * -ENOMEM; -EINVAL: too late, or too many.
 */
int figures_add_event(struct figures *f, const char *name);
unsigned figures_event_cnt(const struct figures *f);
const char *figures_event_name(const struct figures *f, unsigned event);

/* What is new in a profile.  -ENOMEM. */
int figures_take(struct figures *f, struct tracee *t);

/* The process image has ended; call figures_take() before. */
void figures_end(struct figures *f, const struct tracee *t);

/*
 * What another recorder has seen in a process: in a sub or line (key), or all of it (TOP_PROCESSES; key:
 * what is shown). ended: the process has.
 */
void figures_put(struct figures *f, enum top_kind kind, pid_t pid, const char *key,
		 const struct top_sums *add, bool ended);
/* The same of events of the kernel: one amount for each of the first cnt. */
void figures_put_events(struct figures *f, enum top_kind kind, pid_t pid, const char *key,
			const int64_t *amounts, unsigned cnt);
void figures_put_beyond(struct figures *f, uint64_t cnt); /* rows that did not come */

/* An interval of so many seconds is over. */
void figures_turn(struct figures *f, double seconds);

/* All totals begin anew. */
void figures_reset(struct figures *f);

/*
 * The items of one kind, of one process (pid) or of all (0), in no order: the first one, then by
 * .hh.next.  There is no process 0, so those of all have one item each.
 */
struct top_item *figures_items(const struct figures *f, enum top_kind kind, pid_t pid);

/* The sums of a process, or (0) of all. */
const struct top_item *figures_all(const struct figures *f, pid_t pid); /* NULL: not there */

double figures_period(const struct figures *f); /* seconds that a sample stands for */
double figures_interval(const struct figures *f); /* seconds of the last interval */
double figures_age(const struct figures *f); /* seconds since the totals began */
uint64_t figures_beyond(const struct figures *f); /* items for which there was no room */

#endif
