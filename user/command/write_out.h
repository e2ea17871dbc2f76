/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles of files as something else: in a file, or on stdout. */
#ifndef NYTPROF_WRITE_OUT_H
#define NYTPROF_WRITE_OUT_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct options;
struct profile;
struct stacks;

struct output {
	bool stacks; /* what write() gets in its stacks, which are NULL without any: */
	bool lines; /* see stacks/lines.h, */
	bool events; /* and stacks/events.h */
	int (*write)(struct profile *p, const struct stacks *s, const void *arg, FILE *out);
	const void *arg;
	int (*look)(const struct profile *p,
		    void *arg); /* gets each profile of a sum; NULL: nobody */
	void *look_arg;
};

/*
 * The profile of the file that o names, nytprof.out if it names none, or the sum of several, to
 * --file or stdout. -errno with err set.
 */
int write_out_files(const struct output *output, const struct options *o, struct error *err);

#endif
