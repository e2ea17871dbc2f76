/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What workers have said of files that a command may run, for later looks at the same files: of
 * this agent, and of the next ones. A perl takes 0.1 s of a processor. A file is the same if the
 * kernel says that nobody has changed it. That counts only where the kernel itself keeps the time
 * of a change, and where files can be changed at all.
 */
#ifndef NYTPROF_KEPT_LOOKS_H
#define NYTPROF_KEPT_LOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sandbox_answer;

/* What an answer holds for. It has no padding: it is compared as bytes. */
struct looked_at {
	uint64_t dev;
	uint64_t ino;
	uint64_t size;
	uint64_t modified_ns;
	uint64_t changed_ns;
	uint64_t how[3]; /* how places are chosen: see site.h */
};

/* Of an open file, without reading it. False: it can't be told whether somebody changes it. */
bool looked_at_read(int fd, struct looked_at *at);

/*
 * The answer about a file. Its data stays as long as the agent, and it has no descriptors. False:
 * there is none.
 */
bool kept_look(const struct looked_at *at, struct sandbox_answer *answer);

/*
 * before: of the file before the look began. An answer about a file that has just been changed is
 * not kept.
 */
void kept_look_add(const struct looked_at *before, int fd, const struct sandbox_answer *answer);

/* All that are kept, as bytes; the caller frees them. NULL: no look was added, or no memory. */
void *kept_looks_new(size_t *size);

/* Takes what another agent has kept. Looks that make no sense end it. */
void kept_looks_take(const void *data, size_t size);

#endif
