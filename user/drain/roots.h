/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The root directories of processes, to read source files in: a chroot or a container gives
 * names another meaning, and a process can be gone before its first notice is read.
 */
#ifndef NYTPROF_ROOTS_H
#define NYTPROF_ROOTS_H

#include <sys/types.h>

struct interp;
struct roots;

struct roots *roots_new(void);
void roots_free(struct roots *roots);

/* Remembers the root of a process that lives, for those that have the same. */
void roots_note(struct roots *roots, pid_t pid);

/* Called now and then: what was of no use since the last time but one is let go, as it keeps a container's files. */
void roots_age(struct roots *roots);

/* The root that an interpreter's process had at its first event; -1: not to be had any more. */
int roots_open(struct roots *roots, const struct interp *in);

#endif
