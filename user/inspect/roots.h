/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The root directories of processes, to read source files in: a chroot or a container gives
 * names another meaning, and a process can be gone before its first notice is read.
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

/* Remembers the root of a process that lives, for those that have the same. */
void roots_note(struct roots *roots, pid_t pid);

/* Called now and then: what was of no use since the last time but one is let go, as it keeps a container's files. */
void roots_age(struct roots *roots);

/* What the BPF side would note of this file or directory, without waiting for its file system.  False: not known. */
bool place_id_of(int fd, struct place_id *id);
bool place_id_equal(const struct place_id *a, const struct place_id *b);

/* The root that an interpreter's process had at its first event; -1: not to be had any more. */
int roots_open(struct roots *roots, const struct interp *in);

#endif
