/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_IDLE_OUT_H
#define NYTPROF_IDLE_OUT_H

#include <stdbool.h>
#include <stdint.h>

struct profile;

/* Are there subs that wait for events? */
bool idle_is_in(const struct profile *p);

/*
 * Takes what waits for events (figures/idle.h) out of a profile: out of its subs, of all that have
 * called them, of the lines, and of the waits. The subs and the counts of their calls stay.
 *
 * A profile without stacks has no callers of callers. There it stays in their inclusive time.
 *
 * *ns: what was taken out, in ns. -ENOMEM.
 */
int idle_leave_out(struct profile *p, int64_t *ns);

#endif
