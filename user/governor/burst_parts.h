/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for burst*.c. */
#ifndef NYTPROF_BURST_PARTS_H
#define NYTPROF_BURST_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <uthash.h>

#define BURST_WINDOW_NS 20000000

struct error;
struct flush;
struct interp;
struct options;
struct tracee;

/* A followed process. All times are its processor time. */
struct burst_process {
	pid_t pid;
	int64_t base_ns; /* before the recording */
	int64_t cpu_ns; /* up to the last look */
	int64_t probes_ns; /* of that, what the probes took, */
	int64_t paid_ns; /* and up to when the last window opened */
	uint64_t ran_ns; /* its main thread, on a processor or waiting for one, when the window opened */
	double away_ns; /* in the window, it did neither */
	int64_t opened_ns; /* its processor time when the window opened; 0: not known */
	int64_t opening_ns; /* the same, just before */
	int64_t opened_probes_ns; /* of that, its probes */
	int64_t closing_ns; /* when it was about to close; 0: it has ended */
	int64_t closed_ns; /* and when it had */
	double seen_ns; /* of windows that are still to be added: with the probes, */
	double window_ns; /* and without; */
	double late_ns; /* of that, this may have been before or behind it; */
	double waited_ns; /* in them it did not run, and was not ready to */
	uint32_t trap_ns; /* price of a probe */
	double told_ns; /* own time that windows or ends of profiles stand for, at most */
	int64_t found_ns; /* the same, while it is added up */
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
	uint64_t closed_ns; /* of the recording's clock: when the last one closed, */
	uint64_t going_ns; /* when its probes began to go; 0: it is open, or all are still there; */
	uint64_t due_ns; /* and when it was due */
	double most_ns; /* sum over windows of the time that it took the process that paid most */
	uint64_t began_ns; /* CLOCK_BOOTTIME */
	double last_own_ns; /* and what all processes had used when it was due */
	bool looked; /* at the processes, once */
	double wait; /* for the next window: until so many times the cost of one is allowed for */
	unsigned short random[3];
};

/* NULL: not followed. */
struct burst_process *burst_find(const struct burst *b, pid_t pid);

/* Is a window open? While none is, programs of probes record nothing. -errno. */
int burst_gate(const struct burst *b, bool open);

/* Opens a window, closes it, and drains what it has. -errno with err set. */
int burst_window(struct burst *b, struct error *err);
void burst_pause(long ns);

/* The window is added. */
void burst_forget_window(struct burst_process *p);

/* Sums what the probes of living interpreters took into found_ns. For drain_each_interp(). */
void burst_add_living(const struct interp *in, struct tracee *t, void *burst);

/* In this order around a window: what each process has of it. opened_ns: of the recording's clock. */
void burst_note_ran(struct burst *b);
void burst_note_opening(struct burst *b);
void burst_note_opened(struct burst *b);
void burst_note_closing(struct burst *b);
void burst_note_closed(struct burst *b, uint64_t opened_ns);

#endif
