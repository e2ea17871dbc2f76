/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --trace-when: traces a process exactly while it is as somebody wants to know more of. There are
 * limits, as a trace costs: so many in an hour, and each process once in an hour. A user with many
 * processes can use up the hour for the others, but not more than that.
 *
 * With --all the profile is in the directory of profiles, as COMM.PID.TIME.traced.uUSER.nytprof;
 * else next to the file of the recording, as FILE.traced-N.PID.
 */
#ifndef NYTPROF_TRIGGER_H
#define NYTPROF_TRIGGER_H

struct event;
struct flush;
struct loop;
struct options;
struct traces;
struct trigger;

/* All must outlive it, and it must outlive the traces' ends. NULL: no memory. */
struct trigger *trigger_new(struct loop *loop, const struct options *options, struct traces *traces,
			    struct flush *flush);
void trigger_free(struct trigger *t);

/* A call was open for longer than --trace-when=NAME>TIME says: one of EVENT_LONG_*. NULL: nothing. */
void trigger_long(struct trigger *t, const struct event *ev);

#endif
