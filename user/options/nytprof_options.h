/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options that NYTProf itself takes, from the environment variable NYTPROF, from
 * --nytprof, or under their own names.
 */
#ifndef NYTPROF_NYTPROF_OPTIONS_H
#define NYTPROF_NYTPROF_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct error;

struct nytprof_options {
	char *file;
	bool addpid;
	bool addtimestamp;
	int compress; /* zlib level, 0: none */
	int calls; /* the calling-context tree: 0 none, 1 times, 2 times and counts */
	bool stmts;
	bool subs;
	bool savesrc;
	bool leave;
	bool blocks;
	int slowops; /* builtins as subs: 0 none, 1 CORE::op, 2 Package::CORE:op */
	unsigned start; /* enum start */
	int forkdepth; /* generations of children that are recorded; below 0: all */
	int clock; /* clockid_t: CLOCK_MONOTONIC or CLOCK_BOOTTIME */
	bool nameevals; /* "(eval N)[file:line]", else as perl has it */
	bool nameanonsubs; /* "__ANON__[file:line]" */
	int trace; /* above 0: as -v */
	char *log; /* where that goes; NULL: stderr */
	const char *about_file; /* the last option that was given of those about its name, or NULL */
	unsigned given; /* bit i: the i-th option was given, and changes nothing */
};

void nytprof_options_init(struct nytprof_options *o);
void nytprof_options_release(struct nytprof_options *o);

/* Forgets what was said of the name of the file. */
void nytprof_options_unname(struct nytprof_options *o);

/*
 * Sets one.  An unknown one, or one that has no meaning here, gives a warning only; -EINVAL
 * with err set for a value that is no number, or not one the option can have.
 */
int nytprof_option_set(struct nytprof_options *o, const char *name, const char *value,
		       struct error *err);

/* name=value:name=value, with a backslash before a ":" or "=" that is part of a value. */
int nytprof_options_parse(struct nytprof_options *o, const char *text, struct error *err);

/* Says of the options that were given and change nothing why that is. */
void nytprof_options_explain(const struct nytprof_options *o);

/* The i-th option's name; NULL past the last. */
const char *nytprof_option_name(size_t i);

#endif
