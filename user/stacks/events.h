/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stacks of the events of a profile (--event), as a tree of their own: an event may be where no time
 * was recorded. The root is the program. What has no place in perl is right below it.
 */
#ifndef NYTPROF_STACK_EVENTS_H
#define NYTPROF_STACK_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/kevents.h"
#include "stacks/stacks.h"

#define EVENT_KINDS_MAX \
	32u /* names of events, more than a recording has; others are added up in the last one */

struct event_row {
	const struct profile_kevent *row;
	uint32_t node; /* index of its stack */
	uint32_t kind; /* index of its name */
};

struct event_stacks {
	struct stacks tree; /* without counts and times */
	int64_t *amounts; /* of each node and kind, without what it called: see event_amount() */
	struct event_row *rows; /* those of each kind with the most first */
	size_t row_cnt;
	const char *kinds[EVENT_KINDS_MAX]; /* in the order of their names; the profile's */
	struct kevent_sum sums[EVENT_KINDS_MAX]; /* of all */
	bool by_bytes[EVENT_KINDS_MAX]; /* amounts are bytes, and can be below 0; else counts */
	uint32_t kind_cnt; /* 0: the profile has no events */
};

int event_stacks_make(struct event_stacks *e, const struct profile *p); /* -ENOMEM */
void event_stacks_release(struct event_stacks *e);

int64_t event_amount(const struct event_stacks *e, size_t node, uint32_t kind);

/*
 * Leaves what is not in an older profile, in the amounts only. Where more was given back than
 * taken, 0 is left. -ENOMEM.
 */
int event_stacks_subtract(struct event_stacks *e, const struct profile *p,
			  const struct profile *old);

/* Of the whole profile. */
int64_t event_total(const struct event_stacks *e, uint32_t kind);

/* sum + add; at the limit of its type it stays there. */
void event_add(int64_t *sum, int64_t add);

/* The index of a name; kind_cnt: the profile has no such event. */
uint32_t event_kind(const struct event_stacks *e, const char *name);

/* What collectors call an event, and its unit. Their readers take a type for a word: "page_faults". */
#define EVENT_TYPE_SIZE 128u
void event_type(const struct event_stacks *e, uint32_t kind, char type[EVENT_TYPE_SIZE]);
const char *event_unit(const struct event_stacks *e, uint32_t kind);

#endif
