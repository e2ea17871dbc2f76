/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Gives ids their names: reads strings and subs from the BPF maps, each once, and the source of
 * string evals.
 */
#ifndef NYTPROF_NAMES_H
#define NYTPROF_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "nytprof/names.h"

struct maps;
struct names;

struct name {
	char *text; /* NUL-terminated; may hold control characters */
	uint32_t len; /* bytes of text, which may hold a NUL */
	char *utf8; /* the same text as UTF-8; may be the same pointer */
};

struct names *names_new(const struct maps *maps); /* NULL with errno */
void names_free(struct names *names);

/* NULL: the id is 0 or is not in the map. The result belongs to names. */
const struct name *names_string(struct names *names, uint32_t id);
const struct sub *names_sub(struct names *names, uint32_t id);

/* The working directory in which a relative file name was first seen. NULL: not known. */
const struct name *names_cwd(struct names *names, uint32_t interp, uint32_t file);

/*
 * The source of an eval, as perl compiles it. The caller frees it. Source that was too long to be
 * kept ends with a line that says so. -ENOENT: it was not kept.
 */
int names_source(struct names *names, const struct eval *eval, char **source, size_t *len);

/*
 * Removes the source of an eval from the map, to make room for others. Call it only when all evals
 * that were recorded so far have their source. An eval that was compiled meanwhile still finds the
 * source until names_age_source() was called twice.
 */
void names_forget_source(struct names *names, const struct eval *eval);
void names_age_source(struct names *names); /* a new collection begins */

#endif
