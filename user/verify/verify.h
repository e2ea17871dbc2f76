/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks profiles, and makes valid ones of what can be read of damaged ones. */
#ifndef NYTPROF_VERIFY_H
#define NYTPROF_VERIFY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "nytp/nytp.h"
#include "util/error.h"

struct profile;

#define VERIFY_SHOWN 20u /* faults of a file that are told one by one */

struct verify {
	const char *name; /* of the file */
	FILE *out; /* gets a line for each fault */
	uint64_t faults;
	bool fatal; /* not all of the file can be read, */
	struct error why; /* because of this */
	struct nytp_seen seen;
};

/*
 * Reads a profile, and tells what is wrong with its records and its sums. The profile is what can be
 * read; the caller frees it. NULL: it is no profile, or memory is short; v->why says so.
 */
struct profile *verify_read(struct verify *v, FILE *in);

/* Counts a fault, and tells it if there were not too many before. */
void verify_say(struct verify *v, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * Supplies what a profile that was cut off lacks: an end, attributes, calls. Then stock readers take
 * it. -ENOMEM; -ENODATA: it has no file, which no reader takes.
 */
int verify_repair(const struct verify *v, struct profile *p);

#endif
