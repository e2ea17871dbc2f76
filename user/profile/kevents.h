/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of the kernel (--event): sums by event, place and stack. */
#ifndef NYTPROF_PROFILE_KEVENTS_H
#define NYTPROF_PROFILE_KEVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uthash.h>

#include "nytprof/kevents.h"

struct profile;

#define KEVENT_ROWS_MAX	  20000u /* beyond this, events are added up without their place */
#define KEVENT_STACKS_MAX 50000u /* beyond this, they have no stack */
#define KEVENT_DEPTH_MAX  64u /* calls; a recording has KEVENT_STACK and the main program */
#define KEVENT_TEXTS_MAX  2000u /* names; beyond this, they are "(others)" */

/* Events that others know by their names. */
#define EVENT_MEMORY	  "memory"
#define EVENT_TCP_BYTES	  "tcp-bytes"
#define EVENT_MALLOC	  "malloc" /* allocations, and their bytes, */
#define EVENT_MALLOC_LIVE "malloc-live" /* and what is left of them */

enum kevent_where {
	KEVENT_AT_SUB,
	KEVENT_AT_PERL, /* in no sub and no statement: start, compilation, destruction */
	KEVENT_AT_UNKNOWN,
	KEVENT_AT_FLOOD, /* there were too many of them to look where */
	KEVENT_WHERES,
};

/* Numbers from 1; 0: none. */
struct kevent_id {
	uint32_t fid; /* 0: the line is not known */
	uint32_t line;
	uint32_t sub; /* the innermost one; with KEVENT_AT_SUB */
	uint32_t where;
	uint32_t stack; /* the sub and its callers; 0: not known */
	uint32_t event; /* "syscalls" ... */
	uint32_t detail; /* "openat" ... */
};

struct profile_kevent {
	struct kevent_id id;
	struct kevent_sum sum;
	uint64_t change; /* the last one of struct profile_kevents that was here */
	bool by_bytes; /* the most is what has the most bytes, which can be below 0; else the highest count */
	UT_hash_handle hh;
};

/* A sub with its callers. */
struct kevent_stack_id {
	uint32_t up; /* number of its caller's; 0: it has none, or they are not known */
	uint32_t sub;
};

struct kevent_stack {
	struct kevent_stack_id id;
	uint32_t nr;
	uint32_t depth; /* KEVENT_DEPTH_MAX at most */
	UT_hash_handle hh;
};

struct kevent_text {
	char *text;
	uint32_t nr;
	UT_hash_handle hh;
};

struct profile_kevents {
	struct profile_kevent *rows; /* hash */
	struct kevent_stack *stacks; /* hash */
	struct kevent_stack **stacks_by_nr; /* nr - 1 */
	uint32_t stack_cnt;
	struct kevent_text *texts; /* hash */
	struct kevent_text **texts_by_nr; /* nr - 1 */
	uint32_t text_cnt;
	uint64_t changes; /* how often something was added to a row */
};

struct kevent_in {
	uint32_t fid; /* 0: not known */
	uint32_t line;
	uint32_t sub;
	enum kevent_where where;
	uint32_t stack;
	const char *event;
	const char *detail; /* "": none */
};

/* The number of a sub that one with the number up has called; 0: there are too many. -ENOMEM. */
int profile_kevent_stack(struct profile *p, uint32_t up, uint32_t sub, uint32_t *nr);

int profile_add_kevent(struct profile *p, const struct kevent_in *in, const struct kevent_sum *add);

/* They belong to the profile. "": none. */
const char *profile_kevent_event(const struct profile *p, const struct profile_kevent *row);
const char *profile_kevent_detail(const struct profile *p, const struct profile_kevent *row);

/* NULL: there is none. */
const struct kevent_stack *profile_kevent_caller(const struct profile *p, uint32_t stack);

/* Of one event, or (NULL) of all: how many there are in subs, and what is missing of their stacks. */
struct kevent_callers {
	uint64_t all;
	uint64_t cut; /* the outer calls: a stack has KEVENT_STACK */
	uint64_t none; /* all callers */
};
void profile_kevent_callers(const struct profile *p, const char *event,
			    struct kevent_callers *callers);

/* What people read instead of a sub: "MAIN", "PERL", or its name. */
const char *profile_kevent_sub(const struct profile *p, const struct profile_kevent *row);

/* How much of its event a row has: bytes, which can be below 0, or a count. */
int64_t profile_kevent_amount(const struct profile_kevent *row, const struct kevent_sum *sum);

/* What people read of what is in no sub: "PERL". KEVENT_AT_SUB: "". */
const char *kevent_where_name(enum kevent_where where);

/* All rows, the most of each event first. The array is the caller's. NULL: out of memory. */
const struct profile_kevent **profile_sorted_kevents(const struct profile *p, size_t *cnt);

/* Is an event of this name a number of bytes, which can fall? Else it is a count. */
bool kevent_is_by_bytes(const char *event);

void kevent_sum_add(struct kevent_sum *sum, const struct kevent_sum *add);

/* Changes the sub ids of all rows and stacks. subs: the new ids, by the old ones. */
void kevents_renumber(struct profile_kevents *k, const uint32_t *subs);
void kevents_release(struct profile_kevents *k);

#endif
