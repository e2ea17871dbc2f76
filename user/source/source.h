/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Source text for a profile.  The target names its files, and with #line it can name any file.  So
 * a worker (sandbox/sandbox.h) reads them with the target's credentials, in the target's root
 * directory.  It reads regular files on real file systems only.
 */
#ifndef NYTPROF_SOURCE_H
#define NYTPROF_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

struct interp;
struct profile_file;
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
	bool stuck; /* a file system did not answer in time: the files after that are missing */
	uint64_t bytes; /* of all that is embedded */
	unsigned modified; /* changed since the process started: the text may not fit */
};

/* The reason, to follow "the source of a file is not in the profile: ". */
const char *source_lack_text(enum source_lack lack);

/*
 * Reads the files of the tracee's profile into the profile, as far as they can be read.  If there
 * is no file of a name, a #line may have made the name: named_source.h then looks for its text.
 * process_start: seconds since the epoch.  -ENOMEM: some texts are missing.
 */
int source_embed(struct tracee *t, double process_start, struct source_report *report);

/* The same for one file only, which need not be looked for in others.  False: there is none. */
bool source_read(struct tracee *t, struct profile_file *file);

/*
 * The text of a script that perl reads from its stdin.  The caller frees it.  It is read from the
 * process's stdin, or from the agent's if both are one file.  NULL: it can't be read again, as from
 * a pipe.  own_from: the offset of the agent's stdin when the process started; -1: not the same.
 */
char *source_of_stdin(const struct tracee *t, const struct interp *in, long own_from);

/* Takes the source of string evals and of -e out of the profile. */
void source_drop(struct tracee *t);

#endif
