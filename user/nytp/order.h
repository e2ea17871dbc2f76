/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The order in which a profile is written: the program first, the rest by name. So the profiles of
 * two runs can be compared, and a reader that merges finds the same subs in the same files.
 */
#ifndef NYTPROF_ORDER_H
#define NYTPROF_ORDER_H

#include <stdint.h>

struct profile;
struct profile_call;
struct profile_file;
struct profile_sub;

struct order {
	const struct profile_file **files; /* file_cnt of them; the first is fid 1 in the output */
	uint32_t written; /* how many are written; aliases follow them, without records */
	const struct profile_sub **subs;
	const struct profile_call **calls;
	uint32_t call_cnt;
	uint32_t *fids; /* output fid by fid */
	uint32_t *sub_ranks; /* index in subs, by sub id */
};

/* -ENOMEM. Call order_release() in any case. */
int order_make(struct order *order, const struct profile *p);
void order_release(struct order *order);

#endif
