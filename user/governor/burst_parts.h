/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for burst*.c. */
#ifndef NYTPROF_BURST_PARTS_H
#define NYTPROF_BURST_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <uthash.h>

#include "nytprof/interp.h"

#define BURST_MOST_NS  40000000 /* so long a window can be open, */
#define BURST_GUESS_NS 20000000 /* and so much its probes take, before the first one tells it */

struct error;
struct flush;
struct options;
struct tracee;

/* A followed process. All times are its processor time. */
struct burst_process {
	pid_t pid;
	int64_t base_ns; /* before the recording */
	int64_t cpu_ns; /* up to the last look */
	int64_t probes_ns; /* of that, what the probes took, and what it took to set them, */
	int64_t paid_ns; /* and up to when the last window opened */
	struct window_times seen; /* in all windows, */
	uint64_t probes_seen_ns; /* of that the probes, before the last one, */
	struct window_times added; /* and in those that its profile has */
	double told_ns; /* own time that windows or ends of profiles stand for, at most */
	int64_t setting_ns; /* part of it: to set probes and to remove them, */
	int64_t told_setting_ns; /* and how much of that the price of a profile has */
	int64_t found_ns; /* probes_ns, while it is added up */
	uint64_t looked_ns; /* of the recording's clock */
	double share; /* own time for each ns between the last two looks */
	bool lives;
	bool held; /* its profile is still to be written */
	UT_hash_handle hh;
};

struct burst {
	const struct options *options;
	int controls, targets; /* maps */
	struct flush *flush;
	struct burst_process *processes; /* hash; also those that have ended, */
	double gone_own_ns; /* and the sums of those that nobody asks for any more */
	double gone_probes_ns;
	unsigned windows;
	uint64_t setting_ns; /* processor time of the agent: to set the probes of the last one and to remove them */
	uint32_t own_ns; /* of the last one, or of the next one: see struct control; */
	uint64_t opened_ns; /* of the recording's clock: when it opened, */
	uint64_t closed_ns; /* when it closed; 0: it is open; */
	uint64_t going_ns; /* when its probes began to go; 0: all are still there; */
	uint64_t due_ns; /* and when it was due */
	double most_ns; /* sum over windows of the time that it took the process that paid most */
	uint64_t began_ns; /* CLOCK_BOOTTIME */
	double due_own_ns; /* and what all processes had used when it was due */
	bool looked; /* at the processes, once */
	double wait; /* for the next window: until so many times the cost of one is allowed for */
	unsigned short random[3];
};

/* NULL: not followed. */
struct burst_process *burst_find(const struct burst *b, pid_t pid);

/* Tells programs of probes of the last window: while none is open, they record nothing. -errno. */
int burst_gate(const struct burst *b);

/* Opens a window, closes it, and drains what it has. -errno with err set. */
int burst_window(struct burst *b, struct error *err);
void burst_pause(long ns);

/* Sums up what each process had up to now: found_ns, seen and held. */
void burst_sum(struct burst *b);

/* What the windows have that are not added yet. False: nothing. */
bool burst_not_added(const struct burst_process *p, struct window_times *w);

#endif
