/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a recording tells of itself: to those who ask by HTTP, and into a file. */
#ifndef NYTPROF_METRICS_H
#define NYTPROF_METRICS_H

struct census;
struct error;
struct metrics;
struct options;
struct recorder;

/*
 * Listens, and writes the file for the first time: what is wrong with either is known before anything is attached.
 * *made is NULL if nobody wants metrics, which the functions below take.  -errno.
 */
int metrics_new(struct metrics **made, const struct options *options, struct error *err);
void metrics_free(struct metrics *m);

/* From now on they are this recording's, which must not outlive m; census may be NULL.  Before recorder_run.  -errno. */
int metrics_watch(struct metrics *m, struct recorder *r, const struct census *census,
		  struct error *err);

#endif
