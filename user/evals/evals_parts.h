/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The data of a process's evals, for evals.c and eval_subs.c. */
#ifndef NYTPROF_EVALS_PARTS_H
#define NYTPROF_EVALS_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "evals/clones.h"
#include "evals/numbers.h"
#include "evals/sub_table.h"

struct allowance;
struct eval_file;
struct eval_place;
struct known;
struct text;

struct evals {
	unsigned refs; /* the profiles of its process, plus the processes that it forked */
	struct evals *parent; /* of the process that forked this one */
	uint32_t parent_interp;
	uint64_t forked_at;
	unsigned generation; /* number of ancestors */
	bool cut; /* older ancestors were left out */
	struct clones clones;
	struct numbers by_seq;
	struct eval_place *places; /* hashes */
	struct known *known;
	struct text *texts;
	struct eval_file *files;
	uint32_t cnt;
	uint32_t room;
	size_t text_bytes;
	struct allowance *allowance; /* NULL: none */
	uint32_t user; /* the user who is charged */
	size_t charged; /* bytes that are charged to the user */
	uint64_t merged;

	struct sub_table table; /* for eval_subs.c */
};

#endif
