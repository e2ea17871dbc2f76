/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a worker does to read the stacks of a process (sandbox/sandbox.h). */
#ifndef NYTPROF_DUMP_WORKER_H
#define NYTPROF_DUMP_WORKER_H

struct sandbox_worker;

int dump_open(struct sandbox_worker *w);
int dump_work(struct sandbox_worker *w);

#endif
