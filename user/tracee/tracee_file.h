/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of a tracee, for the code that fills its profile. */
#ifndef NYTPROF_TRACEE_FILE_H
#define NYTPROF_TRACEE_FILE_H

#include <stdint.h>
#include <uthash.h>

#include "tracee/tracee.h"

struct profile_file;
struct profile_sub;

struct tracee_file {
	uint32_t id; /* string id; for an eval FILE_EVAL | its number in t->evals */
	struct profile_file *file;
	char *perl_name; /* as perl knows it; the names of evals and anonymous subs contain it */
	UT_hash_handle hh;
	UT_hash_handle hh_name; /* by perl_name, while subs are listed */
};

/*
 * The file of an id: a string's, or FILE_EVAL and the number of a file of evals.  NULL: out of
 * memory.
 */
struct tracee_file *tracee_find_file(struct tracee *t, struct names *names, uint32_t interp,
				     uint32_t id);

/* By the BPF side's id of it. */
struct tracee_file *tracee_file_of(struct tracee *t, struct names *names, uint32_t interp,
				   uint32_t file);

/* The parent of string evals of which nobody saw where they were executed. NULL: out of memory. */
struct profile_file *tracee_unknown_invoker(struct tracee *t);

/* The file in the profile, but no string eval. cwd: for a relative name. NULL: out of memory. */
struct profile_file *tracee_plain_file(struct tracee *t, const char *cwd, const char *perl_name);

/* As NYTProf does: joins the working directory and the name, without a leading "./". */
char *tracee_absolute_name(const char *cwd, const char *name);

/* The sub of an id of the BPF side's. NULL: out of memory. */
struct profile_sub *tracee_sub_of(struct tracee *t, struct names *names, uint32_t interp,
				  uint32_t id);

/*
 * What becomes of waiting in the times of lines and calls: samples are of the processor's time, and
 * where all is recorded times are those of the clock.
 */
static inline int tracee_wait_sign(const struct tracee *t)
{
	if (t->naming.period_ns)
		return t->naming.cpu_time ? 0 : 1;
	return t->naming.cpu_time ? -1 : 0;
}

#endif
