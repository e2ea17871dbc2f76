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

/* Why the source of a file is not in a profile. */
enum source_lack {
	LACK_NOTHING, /* it is */
	LACK_FILE, /* there is no file of that name */
	LACK_HOOK, /* a sub in @INC made it */
	LACK_RIGHTS, /* the process may not read it */
	LACK_KIND, /* a device, a directory, a file of the kernel's */
	LACK_ROOM, /* it is too large, or all are together */
	LACK_ANSWER, /* its file system did not answer in time, or that of one before it */
	LACK_MIXED, /* the process has not the rights of one user */
	LACK_ROOT, /* its root directory was not to be had */
	LACK_AGENT, /* the agent could not take its rights */
	LACK_CNT
};

struct source_report {
	unsigned embedded;
	unsigned missing; /* the sum of: */
	unsigned lacking[LACK_CNT];
	const char *lacks[LACK_CNT]; /* the first one's name */
	bool stuck; /* a file system did not answer in time: what was to be read behind that is missing */
	uint64_t bytes; /* of all that is embedded */
	unsigned modified; /* changed since the process started: the text may not fit */
};

/* What is to be said of it, behind "the source of a file is not in the profile: ". */
const char *source_lack_text(enum source_lack lack);

/*
 * Reads what files of the tracee's profile can be read into it.  A name that is no file may be one that a #line gave:
 * then it is looked for in what there is (named_source.h).  -ENOMEM: some are missing.
 */
int source_embed(struct tracee *t, double process_start, struct source_report *report);

/*
 * The text of a script that perl reads from its stdin, freed by the caller, if that is a file: the
 * process's own, or ours if it is the same.  NULL: it can't be read again, as from a pipe.
 * own_from: where our stdin was when the process was started.
 */
char *source_of_stdin(const struct tracee *t, const struct interp *in, long own_from);

/* Takes out what is there without it, the source of string evals and of -e. */
void source_drop(struct tracee *t);

#endif
