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
struct readers;
struct tracee;

struct metadata {
	const char *path;
	int store; /* the open directory that the path's last component is in; -1: any directory */
	const struct nytprof_options *options;
	struct packed *packed; /* NULL: none; see nytp/packed.h */
	uint32_t trap_ns; /* for the record */
	uint64_t begin_lost_ns; /* as far as known: how long it ran before the agent attached */
	uid_t owner; /* this user gets the file if the process was theirs; -1: nobody */
	bool to_stdout; /* there is no file: the profile goes to stdout, once */
	bool page; /* also a page of HTML, beside the file; but for an interim write */
	bool interim; /* not the final write: if it fails, the profile goes nowhere else */
	bool to_target; /* the user of the process gets the file */
	const struct readers *readers; /* who else reads what is in the store; NULL: nobody */
	const char *perl_version; /* 5.36.0 */
	const char *layout; /* the layout row's name */
	bool no_builtin_ends; /* the ends of builtins were probed in no process */
	bool layout_is_derived; /* the perl is newer than the row's */
};

/* The result of writing a profile. */
struct finished {
	char *path; /* where it is; freed by the caller */
	struct source_report source;
};

/* Does the profile have any data? */
bool tracee_has_data(const struct tracee *t);

/*
 * Did its process have nothing to do in an interval? Then it has no sample, and waited for less
 * than a hundredth of the interval but idly (figures/idle.h). A process that goes on may have used
 * a ten-thousandth of the interval: daemons wake up and sleep again. What waited where no statement
 * of perl is known is no wait of perl's.
 */
bool tracee_is_idle(const struct tracee *t, uint64_t interval_ns);

/* The sum of what could not be recorded. */
uint64_t tracee_lost(const struct tracee *t);

/* Completes the profile.  -ENOMEM with err set. */
int tracee_complete(struct tracee *t, const struct metadata *f, struct finished *done,
		    struct error *err);

/*
 * Completes and writes the profile. If that fails, it goes to a temporary directory instead, unless
 * the program named the file. -errno with err set, and no path.
 */
int tracee_write(struct tracee *t, const struct metadata *f, struct finished *done,
		 struct error *err);

#endif
