/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The user side of the budgets (bpf/state/budget.bpf.h): gives back what a process or
 * a user does not have any more.
 */
#ifndef NYTPROF_ACCOUNTS_H
#define NYTPROF_ACCOUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "nytprof/interp.h"

struct accounts;

/* map: that of struct budget.  NULL: no memory. */
struct accounts *accounts_new(int map);
void accounts_free(struct accounts *a);

/* A user has an interpreter. If memory is short, his source is not given back. */
void accounts_note_user(struct accounts *a, uint32_t user);

/* All counts of an interpreter have been read. last: its process has no other known interpreter. */
void accounts_return_interp(struct accounts *a, const struct interp *in, bool last);

/*
 * Has a user filled three quarters of his share of names or subs? Nothing of these is given back.
 */
bool accounts_are_worn(const struct accounts *a);

/*
 * To be called before the maps are swapped, and when their source is no longer in the map of
 * strings.
 */
void accounts_begin(struct accounts *a);
void accounts_return_source(struct accounts *a);

#endif
