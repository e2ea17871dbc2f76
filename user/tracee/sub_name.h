/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_SUB_NAME_H
#define NYTPROF_SUB_NAME_H

#include <stdint.h>

struct names;
struct naming;
struct sub;

/* What a name is made of; NULL: not known. */
struct sub_words {
	const char *pkg;
	const char *name;
	uint32_t flags; /* as in struct sub, but no builtin */
	uint32_t first; /* lines */
	uint32_t last;
};

/* The name that NYTProf would give the sub; NULL: no memory.  file: that it is in, as perl knows it, or NULL. */
char *sub_name(const struct naming *naming, struct names *names, const struct sub *sub,
	       const char *file);
char *sub_full_name(const struct naming *naming, const struct sub_words *sub, const char *file);

#endif
