/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_SUB_NAME_H
#define NYTPROF_SUB_NAME_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct names;
struct naming;
struct sub;

/* The parts of a sub's name. NULL: not known. */
struct sub_words {
	const char *pkg;
	const char *name;
	uint32_t flags; /* as in struct sub, without SUB_SLOWOP */
	uint32_t first; /* lines */
	uint32_t last;
};

/*
 * The name that NYTProf would give the sub. file: the file of the sub, as perl knows it, or NULL.
 * The caller frees the name. NULL: out of memory.
 */
char *sub_name(const struct naming *naming, struct names *names, const struct sub *sub,
	       const char *file);
char *sub_full_name(const struct naming *naming, const struct sub_words *sub, const char *file);

/* How much of a tracee's name of a sub is for people: without the first line that may be behind it. */
static inline size_t sub_shown_len(const char *name)
{
	const char *line = strstr(name, "]\n");

	return line ? (size_t)(line + 1 - name) : strlen(name);
}

#endif
