/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The outputs of a profile besides the NYTProf file. Each one is a row in a table; a new format
 * needs one file and one row.
 */
#ifndef NYTPROF_WRITER_H
#define NYTPROF_WRITER_H

#include <stdio.h>

struct profile;

struct writer_options {
	unsigned top; /* rows of a list, at most */
};

struct writer {
	const char *name;
	/* -errno. The caller checks ferror(out) for errors of the stream. */
	int (*write)(const struct profile *profile, const struct writer_options *options,
		     FILE *out);
};

const struct writer *writer_find(const char *name); /* NULL: there is none */

int write_term(const struct profile *profile, const struct writer_options *options, FILE *out);

#endif
