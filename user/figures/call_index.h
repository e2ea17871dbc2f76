/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The calls of a profile by line, by callee and by caller, for those who show them.
 *
 * An index points into its profile, which must outlive it and must not get more calls.
 */
#ifndef NYTPROF_CALL_INDEX_H
#define NYTPROF_CALL_INDEX_H

#include <stddef.h>
#include <stdint.h>

struct profile;
struct profile_call;

struct call_index {
	const struct profile_call **by_line; /* each array has all calls */
	const struct profile_call **by_callee;
	const struct profile_call **by_caller;
	size_t cnt;
};

/* Calls, those with the most inclusive time first; then by name and place. They are the index's. */
struct call_list {
	const struct profile_call *const *calls;
	size_t cnt;
};

int call_index_make(struct call_index *x, const struct profile *p); /* -ENOMEM */
void call_index_release(struct call_index *x);

/* The calls that a line of a file makes. */
struct call_list calls_from_line(const struct call_index *x, uint32_t fid, uint32_t line);

/* The calls of a sub (its id), one for each caller and line. */
struct call_list calls_of_sub(const struct call_index *x, uint32_t sub);

/* The calls that a sub (its id) makes, one for each callee and line. */
struct call_list calls_by_sub(const struct call_index *x, uint32_t sub);

#endif
