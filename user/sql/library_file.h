/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the functions of database libraries in a file. Whoever made the file chose every byte of it, so
 * a worker reads it (sandbox/sandbox.h).
 */
#ifndef NYTPROF_SQL_LIBRARY_FILE_H
#define NYTPROF_SQL_LIBRARY_FILE_H

#include <stdint.h>
#include <sys/types.h>

#include "nytprof/sql.h"

struct error;
struct mapped_file;

struct library_file {
	dev_t dev; /* as of stat(2) */
	ino_t ino;
	uint64_t offsets[SQL_FUNCTIONS]; /* in the file; 0: it does not have the function */
	int fd; /* the file, open; the caller closes it */
};

/* -ENOENT: it has none of them. -errno with err set, also as of sandbox_run(). */
int library_file_look(int fd, const char *path, struct library_file *file, struct error *err);
int library_file_look_mapped(const struct mapped_file *m, struct library_file *file,
			     struct error *err);

#endif
