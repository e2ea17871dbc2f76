/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --event=malloc: finds the allocators of the recorded processes, and has them probed: the C
 * library's, or another one that is loaded in its place.
 */
#ifndef NYTPROF_MALLOC_ALLOCATORS_H
#define NYTPROF_MALLOC_ALLOCATORS_H

#include <stdint.h>
#include <sys/types.h>

struct allocators;
struct error;
struct probes;

/* lives: the map malloc_lives. probes has a perl, and outlives it. NULL: out of memory. */
struct allocators *allocators_new(struct probes *probes, int lives);
void allocators_free(struct allocators *a); /* a: may be NULL, here and below */

/*
 * Begins to look at what a process has mapped, unless that was done; allocators_take() probes it.
 * What can't be probed is said, and left out.
 */
void allocators_look(struct allocators *a, pid_t pid);

/* Waits until all of that is done. */
void allocators_finish(struct allocators *a);

/* Readable: allocators_take() is due. a is not NULL. */
int allocators_fd(const struct allocators *a);
void allocators_take(struct allocators *a);

/* It has executed another program, which is to be looked at. */
void allocators_execed(struct allocators *a, pid_t pid);

/*
 * The same for a process that is about to execute a program: what is in the usual places of
 * libraries.
 */
void allocators_expect(struct allocators *a, pid_t pid);

/* It was forked just now, and has what its parent has. */
void allocators_forked(struct allocators *a, pid_t parent, pid_t child);

/*
 * A tick of the loop: takes what was looked at, and forgets processes that have ended. a: of
 * allocators_new().
 */
int allocators_tick(void *a, uint64_t now_ns, struct error *err);

#endif
