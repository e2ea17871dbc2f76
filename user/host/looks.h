/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files that workers are looking at, and the processes that have mapped them meanwhile: whoever made a file may make
 * that take as long as he likes, and the main loop goes on.
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
	uint64_t ns; /* when it did, 0: before we looked */
	bool wanted; /* the filters meant it then; it may be over when the answer comes */
};

/*
 * Begins to look at a file for a process; if somebody is looking already the process joins those who wait for that.
 * -EBUSY: the owner of the process has held up workers, and waits; -ENOMEM.
 */
int looks_ask(struct looks *l, const struct mapped_file *file, const struct asker *asker);

/* What came of it. */
struct looked {
	const struct mapped_file *file; /* as the first one had it */
	int rc; /* as of look_take() */
	struct error err;
	struct look look; /* its image may be taken out */
	struct asker *askers; /* in the order in which they came */
	size_t asker_cnt;
};

/* Calls done for each look that is over; it may ask again.  To be called now and then, too: a worker may hang. */
void looks_take(struct looks *l, void (*done)(struct looked *what, void *arg), void *arg);

bool looks_are_done(const struct looks *l);
void looks_wait(
	const struct looks *l); /* until looks_take() has something to do, or a tenth of a second */

#endif
