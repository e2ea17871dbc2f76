/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What /proc tells of a process that the BPF side has not met yet. */
#ifndef NYTPROF_EARLY_DESCRIBE_H
#define NYTPROF_EARLY_DESCRIBE_H

#include <stdbool.h>
#include <sys/types.h>

struct interp;

/* The process part of in, as of an interpreter that begins now. False: the process has ended. */
bool early_describe(pid_t pid, unsigned build, clockid_t clock, struct interp *in);

#endif
