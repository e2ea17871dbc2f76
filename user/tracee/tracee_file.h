/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of a tracee, for those that fill its profile. */
#ifndef NYTPROF_TRACEE_FILE_H
#define NYTPROF_TRACEE_FILE_H

#include <stdint.h>
#include <uthash.h>

struct profile_file;

struct tracee_file {
	uint32_t id; /* string id; of an eval FILE_EVAL and the number it has in t->evals */
	struct profile_file *file;
	char *perl_name; /* as perl knows it, for the names of evals and anonymous subs */
	UT_hash_handle hh;
	UT_hash_handle hh_name; /* by perl_name, while subs are listed */
};

#endif
