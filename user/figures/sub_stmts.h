/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for user/figures: which sub a statement belongs to. */
#ifndef NYTPROF_SUB_STMTS_H
#define NYTPROF_SUB_STMTS_H

#include <stdint.h>

struct profile;

/*
 * The executed statements of each called sub, by sub id: those of its lines that are in no sub
 * within it, and of the string evals there. 0: none, or another sub has the same lines. NULL: out of
 * memory.
 */
uint64_t *sub_stmts(const struct profile *p);

#endif
