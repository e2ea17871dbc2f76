/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files that workers are looking at, and the processes that map them meanwhile. The maker of a file
 * can make that take as long as he likes, so the main loop does not wait.
 */
#ifndef NYTPROF_LOOKS_H
#define NYTPROF_LOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "target/look.h"
#include "util/error.h"

struct looks;
struct mapped_file;

struct looks *looks_new(void); /* NULL with errno */
void looks_free(struct looks *l);

int looks_fd(const struct looks *l); /* readable: looks_take() has something to do */

/* A process that has mapped the file. */
struct asker {
	pid_t pid;
	uint64_t ns; /* when it mapped the file; 0: before the agent looked */
	uint64_t start; /* where it has its code */
	bool wanted; /* it matched the filters then; it may have ended by now */
};

/*
 * Begins to look at a file for a process. If a worker is looking already, the process joins those
 * that wait for the answer. -EBUSY: the owner of the process has held up workers, and has to wait.
 * -ENOMEM.
 */
int looks_ask(struct looks *l, const struct mapped_file *file, const struct asker *asker);

/* The answer of a worker. */
struct looked {
	const struct mapped_file *file; /* as the first asker had it */
	int rc; /* as of look_take() */
	struct error err;
	struct look look; /* its image may be taken out */
	struct asker *askers; /* in the order in which they came */
	size_t asker_cnt;
};

/*
 * Calls done for each finished look; done may ask again. To be called now and then as well, because
 * a worker may hang.
 */
void looks_take(struct looks *l, void (*done)(struct looked *what, void *arg), void *arg);

/* The same, until all looks are done. */
void looks_finish(struct looks *l, void (*done)(struct looked *what, void *arg), void *arg);

#endif
