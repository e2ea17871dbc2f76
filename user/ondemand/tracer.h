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

#define TRACER_VARIABLE	 "NYTPROF_BPF_TRACER"
#define STANDBY_VARIABLE "NYTPROF_BPF_STANDBY"

/*
 * input: -1, or the socket where it waits for another order (standby.h); then the process of this
 * one only has the perl that it prepares for (0: that is the one on the PATH). options: those of the
 * recording that it belongs to. Returns its process id, or -errno with err set.
 */
pid_t tracer_start(const struct order *order, int input, const struct nytprof_options *options,
		   struct error *err);

/* Is this process one? */
bool tracer_is_one(void);

/* Is it to wait for its order? */
bool tracer_waits(void);
bool tracer_is_for_path(void); /* with the perl on the PATH */

/* In such a process: it is to end with its parent. False: that has gone already. */
bool tracer_bind(void);

#endif
