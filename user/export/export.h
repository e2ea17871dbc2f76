/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Profiles in the formats of other tools. Each format is a file and a row in the table of export.c.
 * docs/export.md says what each one has.
 */
#ifndef NYTPROF_EXPORT_H
#define NYTPROF_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct profile;
struct stacks;

struct exporter {
	const char *name;
	bool binary; /* not for a terminal */
	bool stacks; /* needs them, */
	bool lines; /* the executions of lines, */
	bool events; /* and the events of the kernel beside them, or without them */
	/*
	 * -errno. stacks: with what the exporter needs; NULL if that is nothing. The caller checks
	 * ferror(out) for errors of the stream.
	 */
	int (*write)(const struct profile *p, const struct stacks *stacks, FILE *out);
};

const struct exporter *export_find(const char *name); /* NULL: there is none */
const char *export_name(size_t i); /* NULL past the last one */

int export_callgrind(const struct profile *p, const struct stacks *stacks, FILE *out);
int export_csv(const struct profile *p, const struct stacks *stacks, FILE *out);
int export_firefox(const struct profile *p, const struct stacks *stacks, FILE *out);
int export_folded(const struct profile *p, const struct stacks *stacks, FILE *out);
int export_json(const struct profile *p, const struct stacks *stacks, FILE *out);
int export_pprof(const struct profile *p, const struct stacks *stacks, FILE *out);
int export_quickfix(const struct profile *p, const struct stacks *stacks, FILE *out);
int export_speedscope(const struct profile *p, const struct stacks *stacks, FILE *out);
int export_svg(const struct profile *p, const struct stacks *stacks, FILE *out);

/*
 * The flame graph of a profile, where each frame has the colour of how its own time has changed: red
 * grew, blue shrank. old_ns: the own time that each stack had before, by its index. -ENOMEM.
 */
int export_svg_changes(const struct profile *p, const struct stacks *s, const double *old_ns,
		       FILE *out);

#endif
