/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Of messages of one kind only so many a minute are let through, and the others counted: a log is not to be filled by
 * one thing that goes wrong again and again.
 */
#ifndef NYTPROF_REPEATS_H
#define NYTPROF_REPEATS_H

#include <stdbool.h>
#include <stdint.h>

#define REPEATS_A_MINUTE 20
#define REPEATS_KINDS	 64 /* that are known at once; the others are let through */
#define REPEATS_MINUTE	 60 /* seconds */

struct repeats {
	struct repeat {
		const char *kind; /* NULL: free */
		uint64_t begin; /* of its minute */
		unsigned cnt; /* in this minute */
		unsigned held; /* of them, not let through */
		char text[160]; /* the last of these */
	} of[REPEATS_KINDS];
};

/*
 * One more message of a kind, which is told by the address of a text that lasts; now: seconds.  False: it is one too many.
 */
bool repeats_allow(struct repeats *r, const char *kind, const char *text, uint64_t now);

/*
 * The last of those of one kind that were held back in a minute that is over, and how many there were; NULL: there are
 * none.  To be called until then.  now UINT64_MAX: every minute is over.
 */
const char *repeats_held(struct repeats *r, uint64_t now, unsigned *held);

/* Those that were held back are said by somebody else. */
void repeats_leave_held(struct repeats *r);

#endif
