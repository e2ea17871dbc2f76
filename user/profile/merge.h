/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Merges profiles, as nytprofmerge 6.12 does: files and subs with one name are the same, counts and
 * times are added, and the recursion depth is the greatest one.
 *
 * Evals differ from nytprofmerge, which keeps all evals apart but joins subs of one name. Here two
 * evals are the same if their place and their source are the same (without source: their name). An
 * eval whose name is taken gets the next free number, also in the names of its anonymous subs. Each
 * place has MERGE_EVALS evals at most; the last one gets all others.
 */
#ifndef NYTPROF_MERGE_H
#define NYTPROF_MERGE_H

#include <stddef.h>

struct merge;
struct profile;

#define MERGE_EVALS 1000u

struct merge *merge_new(void); /* NULL: out of memory */
void merge_free(struct merge *m);

/* Both before anything is added: no SQL statements; or they are charged as those of from are. */
void merge_leave_out_sqls(struct merge *m);
void merge_charge_sqls(struct merge *m, const struct profile *from);

/*
 * Adds a profile, which stays the caller's; its call tree gets linked. -ENOMEM: a part of it was
 * added, and merge_profile() notes that.
 */
int merge_add(struct merge *m, struct profile *from);

/*
 * The sum so far; it stays the merge's. It starts when the first process started. Readers divide by
 * the duration, so it ends after the sum of all durations. NULL: out of memory.
 */
struct profile *merge_profile(struct merge *m);

unsigned merge_runs(const struct merge *m); /* profiles that were added */
size_t merge_size(const struct merge *m); /* of memory, in bytes, estimated */

#endif
