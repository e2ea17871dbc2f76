/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What processes have mapped, and the files of their libraries, that workers are looking at. The owner of a
 * process can make that take as long as he likes, so the main loop does not wait.
 */
#ifndef NYTPROF_PROCESS_LOOKS_H
#define NYTPROF_PROCESS_LOOKS_H

#include <stdbool.h>
#include <sys/types.h>

struct error;
struct library_file;
struct mapped_file;
struct process_looks;

/* What it tells whoever asked. These may ask again. */
struct process_looks_asker {
	void *arg;

	/* The process has the file mapped. Once for each mapping, all of them before mapped(). */
	void (*mapping)(pid_t pid, const struct mapped_file *m, void *arg);

	/* The look at what the process has mapped is over. rc: as of maps_take(). */
	void (*mapped)(pid_t pid, int rc, void *arg);

	/* Is it known what the file is? Then no worker looks at it. */
	bool (*knows)(const struct mapped_file *m, void *arg);

	/*
	 * The look at a file is over. rc, err: as of library_file_take(). file: what it has, which it takes over; NULL: it
	 * is known, or it failed. m->pid: 0: that process executes something else now.
	 */
	void (*looked)(const struct mapped_file *m, struct library_file *file, int rc,
		       const struct error *err, void *arg);
};

struct process_looks *
process_looks_new(const struct process_looks_asker *asker); /* NULL with errno */
void process_looks_free(struct process_looks *l); /* gives up what goes on; NULL: nothing */

int process_looks_fd(const struct process_looks *l); /* readable: process_looks_take() is due */

/* Begins to look at what a process has mapped, or at a file that it has mapped. -ENOMEM. */
int process_looks_ask(struct process_looks *l, pid_t pid);
int process_looks_ask_file(struct process_looks *l, const struct mapped_file *m);

/* Does any look for this process go on? */
bool process_looks_any(const struct process_looks *l, pid_t pid);

/* What is found of the process from now on is of a program that it no longer executes. */
void process_looks_forget(struct process_looks *l, pid_t pid);

/* Tells of each look that is over. To be called now and then as well, because a worker may hang. */
void process_looks_take(struct process_looks *l);

/* The same, until all looks are over. */
void process_looks_finish(struct process_looks *l);

#endif
