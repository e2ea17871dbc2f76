/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Source text for a profile.  A target names its files, and #line lets it name any.  So a worker (sandbox.h) reads them, with
 * the target's own credentials, from its own root, and only if they are regular files on a real file system.
 */
#ifndef NYTPROF_SOURCE_H
#define NYTPROF_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

struct interp;
struct tracee;

struct source_report {
	unsigned embedded;
	unsigned missing; /* could not be read, or too large together */
	bool stuck; /* a file system did not answer in time: what was to be read behind that is missing */
	uint64_t bytes; /* of all that is embedded */
	unsigned modified; /* changed since the process started: the text may not fit */
};

/* Reads what files of the tracee's profile can be read into it. */
void source_embed(struct tracee *t, double process_start, struct source_report *report);

/*
 * The text of a script that perl reads from its stdin, freed by the caller, if that is a file: the
 * process's own, or ours if it is the same.  NULL: it can't be read again, as from a pipe.
 * own_from: where our stdin was when the process was started.
 */
char *source_of_stdin(const struct tracee *t, const struct interp *in, long own_from);

/* Takes out what is there without it, the source of string evals and of -e. */
void source_drop(struct tracee *t);

#endif
