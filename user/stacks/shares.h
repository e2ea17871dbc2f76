/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The calls of each stack, where the file only has those of each caller and callee. */
#ifndef NYTPROF_SHARES_H
#define NYTPROF_SHARES_H

#include <stddef.h>
#include <stdint.h>

struct call_node;
struct profile;

/*
 * The calls of each node of a linked call tree. Where those of a caller and callee are not what the
 * profile has for this pair, the nodes share these by their times. 1: some are such estimates, 0:
 * none is, -ENOMEM.
 */
int share_calls(const struct profile *p, struct call_node *const *nodes, size_t cnt,
		uint64_t *calls);

#endif
