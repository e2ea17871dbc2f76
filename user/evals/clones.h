/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which interpreter of a process is a clone of which. */
#ifndef NYTPROF_CLONES_H
#define NYTPROF_CLONES_H

#include <stdbool.h>
#include <stdint.h>

struct clone;

struct clones {
	struct clone *list; /* a hash */
};

/*
 * interp is a clone of from. seq: the number of the last string eval that it has from there.
 * -ENOMEM.
 */
int clones_add(struct clones *c, uint32_t interp, uint32_t from, uint32_t seq);

/* The interpreter that compiled eval seq of interp. 0: it compiled that eval itself. */
uint32_t clones_origin(const struct clones *c, uint32_t interp, uint32_t seq);

/* An interpreter has ended. false: it has clones. */
bool clones_drop(struct clones *c, uint32_t interp);

void clones_release(struct clones *c);

#endif
