/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files that are allocators, open, and which mapped files are known to be one of them, or none. */
#ifndef NYTPROF_ALLOCATOR_FILES_H
#define NYTPROF_ALLOCATOR_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "target/library_file.h"

struct mapped_file;

#define ALLOCATOR_FILES_MAX 256 /* that are probed at the same time */

#define ALLOCATOR_UNKNOWN   (-1) /* nobody has looked at it, or that was long ago */
#define ALLOCATOR_NONE	    (-2)

struct allocator_files;

struct allocator_files *allocator_files_new(void); /* NULL: out of memory */
void allocator_files_free(struct allocator_files *f); /* NULL: nothing */

/* What a mapped file is: the number of an allocator, or one of the above. */
int allocator_files_find(const struct allocator_files *f, const struct mapped_file *m);

/*
 * Takes over a file. Its number; ALLOCATOR_NONE. -ENOSPC: ALLOCATOR_FILES_MAX of them are in use.
 * path: for messages. It stays valid as long as it is in use, and until the next one is added.
 */
int allocator_files_add(struct allocator_files *f, const char *path, struct library_file *file);

/* Keeps in mind what a mapped file is. */
void allocator_files_note(struct allocator_files *f, const struct mapped_file *m, int nr);

const struct library_file *allocator_files_get(const struct allocator_files *f, int nr);

/* A process has its probes; it has them no more. */
void allocator_files_use(struct allocator_files *f, int nr);
void allocator_files_unuse(struct allocator_files *f, int nr);

#endif
