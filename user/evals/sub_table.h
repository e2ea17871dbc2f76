/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subs of one process that are in string evals, and its defined subs; for eval_subs.c. */
#ifndef NYTPROF_SUB_TABLE_H
#define NYTPROF_SUB_TABLE_H

#include <stdint.h>
#include <uthash.h>

#include "evals/evals.h"
#include "evals/numbers.h"

/* A sub that is defined in an eval. Equal subs of evals that share a file are one. */
struct eval_sub {
	struct sub sub; /* .file has the file's number */
	uint32_t number;
	UT_hash_handle hh;
};

struct defined {
	struct defined_sub sub;
	UT_hash_handle hh; /* by .sub.id */
};

struct sub_table {
	struct defined *defined; /* hashes */
	struct eval_sub *subs;
	struct eval_sub **by_number;
	struct numbers by_id;
};

void sub_table_release(struct sub_table *t);

/*
 * The number of an equal sub that is in the table, or else of this one, which is then added.
 * NUMBER_NONE: out of memory.
 */
uint32_t sub_table_add(struct sub_table *t, const struct sub *sub);
const struct sub *sub_table_sub(const struct sub_table *t,
				uint32_t number); /* NULL: there is none */

#endif
