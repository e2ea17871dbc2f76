/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The root directories of processes, for reading source files. In a chroot or a container, file
 * names have another meaning, and a process can be gone before its first event is read.
 */
#ifndef NYTPROF_ROOTS_H
#define NYTPROF_ROOTS_H

#include <stdbool.h>
#include <sys/types.h>

struct interp;
struct place_id;
struct roots;

struct roots *roots_new(void);
void roots_free(struct roots *roots);

/* Keeps the root of a living process open, for other processes with the same root. */
void roots_note(struct roots *roots, pid_t pid);

/*
 * Call it regularly. It closes roots that were not used since the call before the last one, because
 * an open root keeps a container's files in use.
 */
void roots_age(struct roots *roots);

/*
 * The id that the BPF side records for this file or directory. Does not wait for the file system.
 * False: not known.
 */
bool place_id_of(int fd, struct place_id *id);
bool place_id_equal(const struct place_id *a, const struct place_id *b);

/* The root that an interpreter's process had at its first event. -1: not available any more. */
int roots_open(struct roots *roots, const struct interp *in);

#endif
