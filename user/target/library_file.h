/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds functions in the file of a library. Whoever made the file chose every byte of it, so a worker reads
 * it (sandbox/sandbox.h).
 */
#ifndef NYTPROF_LIBRARY_FILE_H
#define NYTPROF_LIBRARY_FILE_H

#include <stdint.h>
#include <sys/types.h>

struct error;
struct mapped_file;

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

/* -ENOENT: it has none of them. -errno with err set, also as of sandbox_run(). */
int library_file_look(enum library_kind kind, int fd, const char *path, struct library_file *file,
		      struct error *err);
int library_file_look_mapped(enum library_kind kind, const struct mapped_file *m,
			     struct library_file *file, struct error *err);

#endif
