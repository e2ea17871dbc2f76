/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Limits how much of the agent's memory the processes of one user may fill with one kind of data. Root
 * may use all of it. bpf/state/budget.bpf.h does the same for the maps.
 */
#ifndef NYTPROF_ALLOWANCE_H
#define NYTPROF_ALLOWANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct allowance;

/* The limits in bytes: of all users together, and of one. NULL: out of memory. */
struct allowance *allowance_new(size_t all, size_t user);
void allowance_free(struct allowance *a);

/*
 * Reserves bytes for a user, who keeps them until they are given back. false: that is over a limit.
 * If a is NULL there is no limit; this also holds for allowance_give().
 */
bool allowance_take(struct allowance *a, uint32_t user, size_t bytes);
void allowance_give(struct allowance *a, uint32_t user, size_t bytes);

#endif
