/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums of waits by place, reason and object. A part of waits.h. */
#ifndef NYTPROF_PROFILE_WAIT_TABLE_H
#define NYTPROF_PROFILE_WAIT_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <uthash.h>

/* Numbers of texts, from 1; 0: none. */
struct wait_id {
	uint32_t fid; /* 0: the place is not known, */
	uint32_t line;
	uint32_t sub; /* and then the sub is not either */
	uint32_t reason; /* "flock", "page fault", "run queue" ... */
	uint32_t object; /* "/var/lock/x", "127.0.0.1:5432" ... */
};

struct wait_sum {
	uint64_t cnt;
	uint64_t ns;
	uint64_t max_ns; /* the longest one */
};

struct profile_wait {
	struct wait_id id;
	struct wait_sum sum;
	uint64_t seen_ns; /* of the sum, in figures that are shown live */
	UT_hash_handle hh;
};

struct wait_text {
	char *text;
	uint32_t nr;
	UT_hash_handle hh;
};

struct profile_waits {
	struct profile_wait *waits; /* hash */
	struct wait_text *texts; /* hash */
	struct wait_text **by_nr; /* nr - 1 */
	uint32_t text_cnt;
};

/* Beyond this, waits of a line for different objects are added up as waits for none. */
#define WAITS_MAX 16384u

/* NULL or "": its number is 0. -ENOMEM. */
int wait_text_nr(struct profile_waits *w, const char *text, uint32_t *nr);
const char *wait_text(const struct profile_waits *w, uint32_t nr); /* "": none */

void wait_sum_add(struct wait_sum *sum, const struct wait_sum *add);

int waits_add(struct profile_waits *w, const struct wait_id *id, const struct wait_sum *add);

/* Forgets the waits that is_dropped() is true of. */
void waits_drop(struct profile_waits *w,
		bool (*is_dropped)(const struct profile_wait *wait, void *arg), void *arg);

/* Changes the sub ids of all waits. subs: the new ids, by the old ones. */
void waits_renumber(struct profile_waits *w, const uint32_t *subs);
void waits_release(struct profile_waits *w);

#endif
