/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The process ids of --pid: what else somebody may have meant, or may have to know. */
#ifndef NYTPROF_PIDS_H
#define NYTPROF_PIDS_H

#include <sys/types.h>

struct error;
struct options;

/* -EINVAL: it is the id of a thread other than the first one. */
int pid_check(pid_t pid, struct error *err);

/* Nothing was recorded of them.  Why, if one still runs; else NULL. */
const char *pids_explain(const struct options *o, struct error *why);

#endif
