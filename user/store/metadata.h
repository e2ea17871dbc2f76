/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The last step from a tracee to a file: header, source, and writing.
 */
#ifndef NYTPROF_METADATA_H
#define NYTPROF_METADATA_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "source/source.h"

struct error;
struct nytprof_options;
struct packed;
struct tracee;

struct metadata {
	const char *path;
	int store; /* the directory in which its last part is, open; -1: none, it is anywhere */
	const struct nytprof_options *options;
	struct packed *packed; /* NULL: none; see nytp/packed.h */
	uint32_t trap_ns; /* for the record */
	uint64_t begin_lost_ns; /* how long it ran before it was attached to, as far as that is known */
	uid_t owner; /* who gets the file if the process was theirs; -1: nobody */
	bool interim; /* it is written again: if that can't be now it goes nowhere else */
	bool to_target; /* whoever's the process was */
	const char *perl_version; /* 5.36.0 */
	const char *layout; /* the layout row's name */
	bool no_builtin_ends; /* were probed, of any process */
	bool layout_is_derived; /* of a newer perl than the row's */
};

/* What has become of it. */
struct finished {
	char *path; /* where it is; freed by the caller */
	struct source_report source;
};

/* Is there anything in the profile? */
bool tracee_has_data(const struct tracee *t);

/* The sum of what could not be recorded. */
uint64_t tracee_lost(const struct tracee *t);

/* Completes the profile.  -ENOMEM with err set. */
int tracee_complete(struct tracee *t, const struct metadata *f, struct finished *done,
		    struct error *err);

/*
 * Writes the profile when it is complete.  What can't be written in its place goes to a temporary directory
 * instead, unless the program has named that place.  -errno with err set, and no path.
 */
int tracee_write(struct tracee *t, const struct metadata *f, struct finished *done,
		 struct error *err);

#endif
