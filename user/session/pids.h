/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks and explanations for the process ids of --pid. */
#ifndef NYTPROF_PIDS_H
#define NYTPROF_PIDS_H

#include <sys/types.h>

struct error;
struct options;

/* -EINVAL: this is the id of a thread that is not the first of its process. */
int pid_check(pid_t pid, struct error *err);

/* Why nothing was recorded, if one of the processes still runs; else NULL. */
const char *pids_explain(const struct options *o, struct error *why);

#endif
