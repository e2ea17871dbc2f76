/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts written and failed profiles, of this process and of its flushers, in shared memory. */
#ifndef NYTPROF_TALLY_H
#define NYTPROF_TALLY_H

#include <stdint.h>

/* Why a profile could not be written; in metrics by these names. */
enum failure {
	FAILURE_NO_SPACE, /* a full disk, or quota */
	FAILURE_DENIED, /* no right to, or the file system is read-only */
	FAILURE_NO_MEMORY,
	FAILURE_OTHER,
	FAILURE_CNT,
};

struct tally {
	uint64_t written; /* profiles, each time */
	uint64_t bytes;
	uint64_t failed[FAILURE_CNT];
};

struct tally *tally_new(void); /* NULL: no memory */
void tally_free(struct tally *t);

void tally_written(struct tally *t, uint64_t bytes);
void tally_failed(struct tally *t, int code); /* an errno */

const char *failure_name(enum failure failure);

#endif
