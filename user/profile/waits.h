/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the program waited for, off the processor. Waits are exact, also in sample mode.
 *
 * A wait belongs to a line, and to the innermost sub that was running. Where a recording's times
 * are wall times, the lines' and calls' times include the waits: what is left is time on the
 * processor.
 */
#ifndef NYTPROF_PROFILE_WAITS_H
#define NYTPROF_PROFILE_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/wait_table.h"

struct profile;
struct profile_file;

/*
 * A leaf of the call tree: what its caller has waited, which is not in the caller's exclusive time
 * there. No sub of perl has such a name.
 */
#define SUB_WAITING "[waiting]"

/* Is this sub id that of the leaves? */
bool profile_sub_is_waiting(const struct profile *p, uint32_t sub);

struct wait_place {
	uint32_t fid; /* 0: not known */
	uint32_t line;
	uint32_t sub;
	const char *reason;
	const char *object; /* NULL or "": none */
};

/*
 * Adds waits, also to what the line and the sub have waited. -ERANGE: the format has no room for
 * such a line. -ENOMEM.
 */
int profile_add_wait(struct profile *p, const struct wait_place *at, const struct wait_sum *add);

/* Adds waiting to the calls of a sub: with that of the subs that it called. */
void profile_add_sub_wait(struct profile *p, uint32_t sub, int64_t incl_ns);

/* The texts of a wait; object: "" if there is none. They belong to the profile. */
const char *profile_wait_reason(const struct profile *p, const struct profile_wait *wait);
const char *profile_wait_object(const struct profile *p, const struct profile_wait *wait);

struct wait_reason {
	const char *reason;
	struct wait_sum sum;
};

/*
 * The sums by reason, the greatest first. The array is the caller's, and ends with a NULL reason.
 * NULL: out of memory.
 */
struct wait_reason *profile_wait_reasons(const struct profile *p);

/* Of all reasons, in ns. */
uint64_t profile_waited(const struct profile *p);

/*
 * All waits, the longest sums first. The array is the caller's. NULL: out of memory.
 */
const struct profile_wait **profile_sorted_waits(const struct profile *p, size_t *cnt);

#endif
