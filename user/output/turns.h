/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Users take turns in what the main loop does for them. So nobody's profiles wait for those of a
 * user who has thousands.
 */
#ifndef NYTPROF_TURNS_H
#define NYTPROF_TURNS_H

#include <stdbool.h>
#include <stdint.h>

struct turn;

struct turns {
	struct turn *all; /* users who have had a turn, or wait for one */
};

/* Forgets all that was spent and all that waits. */
void turns_begin(struct turns *turns);
void turns_release(struct turns *turns);

/* If memory is short, a user counts as having spent nothing, and nothing of his waits. */
void turns_spend(struct turns *turns, uint32_t user, uint64_t ns);
uint64_t turns_spent(const struct turns *turns, uint32_t user);
void turns_wait(struct turns *turns, uint32_t user, int cnt); /* so many more */
int turns_waiting(const struct turns *turns, uint32_t user);

#endif
