/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --slow: each slow call of the wanted subs as a line of JSON. */
#ifndef NYTPROF_SLOW_LOG_H
#define NYTPROF_SLOW_LOG_H

#include <stdint.h>

struct error;
struct flush;
struct options;
struct slow;
struct slow_budget;
struct slow_log;

/* Opens the file, to append to it. *made is NULL if nothing is asked for. -errno with err set. */
int slow_log_new(struct slow_log **made, const struct options *options, struct error *err);

/* From now on calls can be named. Both must outlive the calls of slow_log_take(). */
void slow_log_watch(struct slow_log *log, struct flush *flush);

void slow_log_take(void *log, const struct slow *call);

/*
 * Says how many there were, and what of them was not given to slow_log_take(). NULL: nothing, also
 * below.
 */
void slow_log_finish(struct slow_log *log, const struct slow_budget *missed);
void slow_log_free(struct slow_log *log);

#endif
