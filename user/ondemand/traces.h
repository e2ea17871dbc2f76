/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The exact traces that are under way beside a recording that samples: one for a process, and a few
 * at once. See tracer.h for the process that does the tracing.
 */
#ifndef NYTPROF_TRACES_H
#define NYTPROF_TRACES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct drain;
struct error;
struct loop;
struct options;
struct order;
struct tracee;
struct traces;

#define TRACES_MAX 4 /* at once */

/* They belong to the recording with these options, which must outlive them. NULL with errno. */
struct traces *traces_new(struct loop *loop, const struct options *options);
void traces_free(struct traces *t);

/*
 * The recording's drain, once there is one. Then a recording of all processes, or one that has traced
 * on demand before, has a tracer stand by (standby.h), so that the next trace begins at once.
 */
void traces_know(struct traces *t, struct drain *drain);

/*
 * Can a process of the recording be traced now? -EBUSY with err set: it is, or there are too many.
 */
int traces_check(const struct traces *t, pid_t pid, struct error *err);

/* Who waits for the end of a trace. */
struct trace_client {
	/*
	 * A connection, which is taken over if there is no error; -1: none. It gets "0", a newline,
	 * and the tracer's exit status. When the other end closes it, the trace ends.
	 */
	int connection;
	void (*ended)(void *arg, int status); /* NULL: nobody; status is the tracer's exit status */
	void *arg;
};

/* -errno with err set. The tracer has its own copies of the order's descriptors when this returns. */
int traces_start(struct traces *t, const struct order *order, const struct trace_client *client,
		 struct error *err);

/* Has the tracer that stands by offer its programs at a connection (standby_lend()). */
int traces_lend(struct traces *t, int connection);

/*
 * The profile of this process says how often it was traced meanwhile: the times of its samples are
 * those of a process with probes. arg: the traces.
 */
void traces_mark(struct tracee *of, void *arg);

/* Ends all, and waits until they have written their profiles. */
void traces_end(struct traces *t);

uint64_t traces_started(const struct traces *t); /* how many, in all */

/* Those of them that a condition has started: see trigger.h. */
void traces_note_triggered(struct traces *t);
uint64_t traces_triggered(const struct traces *t);

#endif
