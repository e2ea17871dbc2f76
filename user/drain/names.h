/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ids to names: pulls strings, subs and evals from the maps, each once.
 */
#ifndef NYTPROF_NAMES_H
#define NYTPROF_NAMES_H

#include <stdint.h>

#include "nytprof_bpf.h"

struct maps;
struct names;

struct name {
	char *text; /* NUL-terminated; control characters and all */
	uint32_t len; /* of it, as it can hold a NUL */
	char *utf8; /* the same as UTF-8; it may be the same string */
};

struct names *names_new(const struct maps *maps); /* NULL with errno */
void names_free(struct names *names);

/* NULL if the id is 0 or is not in the map. */
const struct name *names_string(struct names *names, uint32_t id);
const struct sub *names_sub(struct names *names, uint32_t id);

/* Which statement compiled an interpreter's eval; -ENOENT. */
int names_eval(struct names *names, uint32_t interp, uint32_t seq, struct eval *eval);

/*
 * Gives the file of an eval its source, as perl compiles it; what was too long to be kept ends
 * with a line that says so.  -ENOENT: it was not kept.
 */
struct profile_file;
int names_eval_source(struct names *names, const struct eval *eval, struct profile_file *file);

/* Drops what is kept of an interpreter that has ended. */
void names_drop_evals(struct names *names, uint32_t interp);

#endif
