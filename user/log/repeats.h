/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Limits messages of one kind per minute and counts the others, so that one repeated failure does
 * not fill a log.
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
 * A new message. Its kind is the address of a constant text. now: seconds. False: it is one too
 * many.
 */
bool repeats_allow(struct repeats *r, const char *kind, const char *text, uint64_t now);

/*
 * The last message of one kind that was held back in a minute that is over, and how many there
 * were. To be called until it returns NULL. now UINT64_MAX: every minute is over.
 */
const char *repeats_held(struct repeats *r, uint64_t now, unsigned *held);

/* Leaves the held-back messages to another process. */
void repeats_leave_held(struct repeats *r);

#endif
