/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subs that a process had compiled before it was attached to. */
#ifndef NYTPROF_UNCALLED_H
#define NYTPROF_UNCALLED_H

#include <stdint.h>

struct attached;
struct found;
struct interp;
struct maps;

/*
 * Looks for them in its memory, if it ran before, for a second at most.  What can't be looked at is
 * said, and noted in found.
 */
void uncalled_find(const struct attached *a, const struct maps *maps, uint32_t id,
		   const struct interp *in, struct found *found);

#endif
