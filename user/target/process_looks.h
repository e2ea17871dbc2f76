/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What processes have mapped, and the files of their libraries, that workers look at in the
 * background. The owner of a process can make that take as long as he likes, so the main loop does
 * not wait.
 */
#ifndef NYTPROF_PROCESS_LOOKS_H
#define NYTPROF_PROCESS_LOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct error;
struct library_file;
struct mapped_file;
struct process_looks;

enum library_kind;

#define PROCESS_LOOKS_FILES 16 /* of a process that are looked at at the same time */

/* What it tells whoever asked. These may ask again. */
struct process_looks_asker {
	void *arg;

	/* The process has the file mapped. Once for each mapping, all of them before mapped(). */
	void (*mapping)(pid_t pid, const struct mapped_file *m, void *arg);

	/* The look at what the process has mapped is over. rc: as of maps_take(). NULL: nobody asks. */
	void (*mapped)(pid_t pid, int rc, void *arg);

	/* Is it known what the file is? Then no worker looks at it. */
	bool (*knows)(const struct mapped_file *m, void *arg);

	/*
	 * The look at a file is over. rc, err: as of library_file_take(). file: what it has, which
	 * it takes over; NULL: it is known, or it failed. m->pid: 0: that process executes
	 * something else now.
	 */
	void (*looked)(const struct mapped_file *m, struct library_file *file, int rc,
		       const struct error *err, void *arg);
};

/* NULL with errno. */
struct process_looks *process_looks_new(enum library_kind kind,
					const struct process_looks_asker *asker);
void process_looks_free(struct process_looks *l); /* gives up what goes on; NULL: nothing */

int process_looks_fd(const struct process_looks *l); /* readable: process_looks_take() is due */

/* Begins to look at what a process has mapped. -ENOMEM. */
int process_looks_ask(struct process_looks *l, pid_t pid);

/*
 * The same for many processes: a worker looks at some of them, and at those who held it up, or came
 * behind them, each by itself. mapped() isn't called for those that went well. -ENOMEM.
 */
int process_looks_ask_all(struct process_looks *l, const pid_t *pids, size_t cnt);

/*
 * Begins to look at a file that a process has mapped. -ENOMEM; -EALREADY: it does that; -EDQUOT: at
 * PROCESS_LOOKS_FILES others of this process.
 */
int process_looks_ask_file(struct process_looks *l, const struct mapped_file *m);

/* Does any look for this process go on? */
bool process_looks_any(const struct process_looks *l, pid_t pid);

/* What is found of the process from now on is of a program that it no longer executes. */
void process_looks_forget(struct process_looks *l, pid_t pid);

/* Tells of each look that is over. To be called now and then as well, because a worker may hang. */
void process_looks_take(struct process_looks *l);

/* The same, until all looks are over, or that time is. limit_ms: -1: no limit. False: some go on. */
bool process_looks_finish(struct process_looks *l, int limit_ms);

#endif
