/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes the times of calls consistent: no time is below 0, and no call has more exclusive than
 * inclusive time.
 *
 * Measured times can break both rules. The price of the probes is subtracted from each call. Where
 * that is too much, a short call takes less than no time, and its caller may have more exclusive
 * than inclusive time. So a context whose exclusive time is below 0 gets the missing time, in its
 * inclusive time as well. The exclusive time of its caller gives it, so the sum of all exclusive
 * times stays. A context without a caller takes it from nobody.
 *
 * The measured times stay as they are, so more can be added to them. Only sums are changed, never a
 * single call.
 */
#ifndef NYTPROF_CONSISTENT_H
#define NYTPROF_CONSISTENT_H

#include <stddef.h>
#include <stdint.h>

struct call_node;
struct profile_call;
struct profile_counts;

struct call_times {
	int64_t incl_ns; /* includes recursive calls */
	int64_t excl_ns;
};

/*
 * The counts of all calls of a profile, in the order of calls. first: of its tree, by
 * call_tree_link. What a sub gets or gives is spread over the lines at which the one caller calls
 * it, by the calls of each line. A line that is still below 0 becomes 0, and the other lines give
 * that time. The caller frees the array. NULL: out of memory.
 */
struct profile_counts *consistent_calls(const struct profile_call *const *calls, size_t cnt,
					struct call_node *first);

/* The times of a node of that tree, after consistent_calls(). */
struct call_times consistent_node(const struct call_node *node);

#endif
