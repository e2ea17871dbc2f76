/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a recording tells of itself: to those who ask by HTTP, and into a file. */
#ifndef NYTPROF_METRICS_H
#define NYTPROF_METRICS_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct metrics;
struct options;
struct recorder;

/*
 * m may be NULL below: nobody wants metrics.  Listens, and writes the file for the first time: what is wrong with either is known before anything is
 * attached.  -errno.
 */
int metrics_new(struct metrics **made, const struct options *options, struct error *err);
void metrics_free(struct metrics *m);

int metrics_fd(const struct metrics *m); /* readable: somebody has asked; -1: nobody can */
void metrics_answer(struct metrics *m, struct recorder *r);

/* To be called now and then: the file, if its time has come; last: in any case. */
void metrics_tick(struct metrics *m, struct recorder *r, uint64_t now_ns, bool last);

#endif
