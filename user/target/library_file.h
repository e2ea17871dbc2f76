/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds functions in the file of a library. Whoever made the file chose every byte of it, so a
 * worker reads it (sandbox/sandbox.h).
 */
#ifndef NYTPROF_LIBRARY_FILE_H
#define NYTPROF_LIBRARY_FILE_H

#include <stdint.h>
#include <sys/types.h>

struct error;
struct mapped_file;
struct sandbox_job;

/* Whose functions: see include/nytprof/sql.h and malloc.h. */
enum library_kind {
	LIBRARY_SQL,
	LIBRARY_MALLOC,
	LIBRARY_KINDS,
};

#define LIBRARY_FUNCTIONS 16 /* of a kind, at most */

struct library_file {
	dev_t dev; /* as of stat(2) */
	ino_t ino;
	uint64_t offsets[LIBRARY_FUNCTIONS]; /* in the file; 0: it does not have the function */
	int fd; /* the file, open; the caller closes it */
};

/*
 * -ENOEXEC: it has none of them, whoever maps it. Otherwise -errno with err set, also as of
 * sandbox_run(): -ENOENT and -ESRCH, for instance, where the file is not mapped any more.
 */
int library_file_look(enum library_kind kind, int fd, const char *path, struct library_file *file,
		      struct error *err);
int library_file_look_mapped(enum library_kind kind, const struct mapped_file *m,
			     struct library_file *file, struct error *err);

/* Begins to look at a mapped file. NULL with errno as of sandbox_start(). */
struct sandbox_job *library_file_start(enum library_kind kind, const struct mapped_file *m);

/*
 * 1: there is no answer yet. Otherwise the job is over and freed, and it returns as above. Never
 * waits.
 */
int library_file_take(struct sandbox_job *job, const char *path, struct library_file *file,
		      struct error *err);

#endif
