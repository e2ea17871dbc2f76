/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The process that traces on demand: the agent's own program once more, with the rights that its
 * parent has. It has BPF objects of its own, so the sampling goes on in its parent. The variable
 * TRACER_VARIABLE in its environment tells it what it is: it has no control socket, writes its
 * profile to stdout, and ends with its parent.
 */
#ifndef NYTPROF_TRACER_H
#define NYTPROF_TRACER_H

#include <stdbool.h>
#include <sys/types.h>

struct error;
struct order;
struct nytprof_options;

#define TRACER_VARIABLE "NYTPROF_BPF_TRACER"

/* options: those of the recording that it belongs to. Returns its process id, or -errno. */
pid_t tracer_start(const struct order *order, const struct nytprof_options *options,
		   struct error *err);

/* Is this process one? */
bool tracer_is_one(void);

/* In such a process: it is to end with its parent. False: that has gone already. */
bool tracer_bind(void);

#endif
