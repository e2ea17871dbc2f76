/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the prices of probes can make a time wrong by. The terminal and the page of HTML mark a time
 * that is less than that.
 *
 * The agent subtracts the price of each probe from the time around it. It knows the price to a part
 * (profile/price.h). The profile tells how many probes a time had:
 *
 *   line       one for each execution, and for each return of a Perl sub that it calls; two for
 *              each call of an XSUB or builtin, which begins and ends within the line
 *   exclusive  one for each statement of the sub, and for the end of each call of it, but two for a
 *              call at least; one for each call that it makes, as it goes on behind that
 *   inclusive  the same, and those of all that it calls
 *
 * What a sub has is an estimate:
 *
 *   - A statement is of the innermost sub around its line. One of a string eval is of the sub around
 *     the eval. Of subs that have the same lines, no statement is known.
 *   - The callers of a sub share its probes by their calls.
 *   - Where subs call each other in a circle, the call that closes it adds nothing.
 *
 * And the error of any time is rather too low: the ends of blocks and evals, compilations, and the
 * statements of files that a sub loads are not counted. With leave=0 a return is not in the calling
 * line, but is counted there.
 */
#ifndef NYTPROF_PROBE_ERRORS_H
#define NYTPROF_PROBE_ERRORS_H

#include <stddef.h>
#include <stdint.h>

struct line_calls;
struct profile;

/* Errors are in ns; 0: not known, or some microseconds. */
struct sub_error {
	int64_t excl_ns;
	int64_t incl_ns;
};

struct probe_errors {
	int64_t each_ns; /* of one probe; 0: not known */
	struct sub_error *subs; /* by sub id */
	struct line_calls *lines; /* those that make calls */
	size_t line_cnt;
};

int probe_errors_make(struct probe_errors *e, const struct profile *p); /* -ENOMEM */
void probe_errors_release(struct probe_errors *e);

/* Of a line that was executed so many times. */
int64_t line_error(const struct probe_errors *e, uint32_t fid, uint32_t line, uint64_t cnt);

/* The mark of a time: "~" if it is less than its error, else "". */
const char *error_mark(int64_t ns, int64_t error_ns);

#endif
