/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Times of calls that can all be true: none is below 0, and no call has more exclusive than inclusive time.
 *
 * What is measured can break both rules.  What a probe costs is taken off each call, and where that is too much, a
 * short call takes less than nothing.  Its caller then has more exclusive than inclusive time.  So a context whose
 * exclusive time is below 0 gets as much as it takes to make that 0, in its inclusive time as well, and its caller's
 * exclusive time gives it: the sum of all exclusive times stays.  Only what nobody called takes it from nobody.
 *
 * What was measured is left as it is, so more can be added to it, and only sums are changed, never a single call.
 */
#ifndef NYTPROF_CONSISTENT_H
#define NYTPROF_CONSISTENT_H

#include <stddef.h>
#include <stdint.h>

struct call_node;
struct profile_call;
struct profile_counts;

struct call_times {
	int64_t incl_ns; /* recursive calls included */
	int64_t excl_ns;
};

/*
 * The counts of all calls of a profile, in the order of calls.  first: of its tree, by call_tree_link.  What a sub
 * gets or gives where one other sub calls it goes to the lines of these calls, by how often each line calls it.
 * A line that is still below 0 is set to 0, and the other lines give that.  To be freed; NULL: no memory.
 */
struct profile_counts *consistent_calls(const struct profile_call *const *calls, size_t cnt,
					struct call_node *first);

/* Of a node of that tree, after consistent_calls. */
struct call_times consistent_node(const struct call_node *node);

#endif
