/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The metrics of a recording, by HTTP and in a file. */
#ifndef NYTPROF_METRICS_H
#define NYTPROF_METRICS_H

struct census;
struct error;
struct metrics;
struct options;
struct push;
struct recorder;

/*
 * Listens, and writes the file for the first time, so errors show before any probe is attached.
 * *made is NULL if no metrics were asked for; the functions below accept that. -errno with err set.
 */
int metrics_new(struct metrics **made, const struct options *options, struct error *err);
void metrics_free(struct metrics *m);

/*
 * From now on the metrics are those of this recording, which must end before m. census may be NULL.
 * Call this before recorder_run(). -errno with err set.
 */
int metrics_watch(struct metrics *m, struct recorder *r, const struct census *census,
		  struct error *err);

/* They also have what is sent. push: NULL: nothing is; else it must outlive m. */
void metrics_add_push(struct metrics *m, struct push *push);

/* The recording is about to be freed: it must be told before. */
void metrics_unwatch(struct metrics *m);

#endif
