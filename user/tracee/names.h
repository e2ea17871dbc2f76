/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ids to names: pulls strings and subs from the maps, each once, and the source of evals.
 */
#ifndef NYTPROF_NAMES_H
#define NYTPROF_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "nytprof/names.h"

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

/* Where a relative file name was first met; NULL: not known. */
const struct name *names_cwd(struct names *names, uint32_t interp, uint32_t file);

/*
 * The source of an eval, as perl compiles it, freed by the caller; what was too long to be kept ends
 * with a line that says so.  -ENOENT: it was not kept.
 */
int names_source(struct names *names, const struct eval *eval, char **source, size_t *len);

/*
 * Makes room for others' source.  Only when all evals that were recorded by now have theirs.  An eval
 * that was compiled meanwhile still finds it, until names_age_source() was called twice.
 */
void names_forget_source(struct names *names, const struct eval *eval);
void names_age_source(struct names *names); /* another collection begins */

#endif
