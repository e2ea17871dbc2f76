/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much of the agent's memory the processes of one user may fill.  Root may have all that there is for
 * everybody; bpf/state/budget.bpf.h has the same for the maps.
 */
#ifndef NYTPROF_ALLOWANCE_H
#define NYTPROF_ALLOWANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct allowance;

/* Bytes of all users, and of one.  NULL: no memory. */
struct allowance *allowance_new(size_t all, size_t user);
void allowance_free(struct allowance *a);

/* May he have so much more?  Then he has it until it is given back.  a: NULL is without a limit, likewise below. */
bool allowance_take(struct allowance *a, uint32_t user, size_t bytes);
void allowance_give(struct allowance *a, uint32_t user, size_t bytes);

#endif
