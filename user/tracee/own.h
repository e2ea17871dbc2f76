/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The samples of each line by the sub that ran there: what the calls of a profile tell only when
 * they have ended. A live view asks for them (struct naming).
 */
#ifndef NYTPROF_OWN_H
#define NYTPROF_OWN_H

#include <stdint.h>
#include <uthash.h>

struct own_id {
	uint32_t sub; /* the innermost one */
	uint32_t fid;
	uint32_t line;
};

struct own {
	struct own_id id;
	uint64_t cnt;
	uint64_t seen; /* for who looks at them: how many there were at the last look, */
	uint64_t now; /* and how many were new then */
	UT_hash_handle hh;
};

/* all: a hash.  -ENOMEM. */
int own_add(struct own **all, const struct own_id *id, uint64_t cnt);
void own_release(struct own **all);

#endif
