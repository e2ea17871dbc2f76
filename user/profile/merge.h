/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Many profiles made one, with the meaning that nytprofmerge 6.12 gives it: files and subs are the same by their
 * names, counts and times add up, the recursion depth is the greatest.
 *
 * Evals are the same if their place and their source is (without source: their name); nytprofmerge keeps all of them
 * apart, and of those that define the same sub joins that sub.  One whose name another one has gets the next free number,
 * in the names of its anonymous subs, too.  At one place there are MERGE_EVALS at most; the others go to the last of them.
 */
#ifndef NYTPROF_MERGE_H
#define NYTPROF_MERGE_H

#include <stddef.h>

struct merge;
struct profile;

#define MERGE_EVALS 1000u

struct merge *merge_new(void); /* NULL: no memory */
void merge_free(struct merge *m);

/*
 * Adds a profile, which stays the caller's; its call tree gets linked.  -ENOMEM: then it is there in part, and
 * merge_profile says that it is.
 */
int merge_add(struct merge *m, struct profile *from);

/*
 * What there is so far, which stays the merge's.  It begins when the first process did; the readers divide by the
 * duration, so it ends as much later as all processes took one after the other.  NULL: no memory.
 */
struct profile *merge_profile(struct merge *m);

unsigned merge_runs(const struct merge *m); /* profiles that were added */
size_t merge_size(const struct merge *m); /* of memory, about */

#endif
