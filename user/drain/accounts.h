/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The other side of bpf/state/budget.bpf.h: gives back what a process or a user does not have any more.
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

/* Somebody has an interpreter; without memory his source is not given back. */
void accounts_note_user(struct accounts *a, uint32_t user);

/* All counts of an interpreter are here; last: no other one of its process is known. */
void accounts_return_interp(struct accounts *a, const struct interp *in, bool last);

/* Has a user three quarters of the names or subs that he may have?  Nothing of these is given back. */
bool accounts_are_worn(const struct accounts *a);

/* Before the maps are exchanged, and when the source that was in them is out of the map of strings. */
void accounts_begin(struct accounts *a);
void accounts_return_source(struct accounts *a);

#endif
