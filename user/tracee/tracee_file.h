/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of a tracee, for the code that fills its profile. */
#ifndef NYTPROF_TRACEE_FILE_H
#define NYTPROF_TRACEE_FILE_H

#include <stdint.h>
#include <uthash.h>

struct profile_file;

struct tracee_file {
	uint32_t id; /* string id; for an eval FILE_EVAL | its number in t->evals */
	struct profile_file *file;
	char *perl_name; /* as perl knows it; the names of evals and anonymous subs contain it */
	UT_hash_handle hh;
	UT_hash_handle hh_name; /* by perl_name, while subs are listed */
};

#endif
