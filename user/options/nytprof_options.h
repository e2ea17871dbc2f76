/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options of NYTProf itself: from the environment variable NYTPROF, from --nytprof, or under
 * their own names.
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
	bool cpu_time; /* clock=cpu: without the time off the processor; .clock is CLOCK_MONOTONIC */
	bool nameevals; /* "(eval N)[file:line]"; else perl's own name */
	bool nameanonsubs; /* "__ANON__[file:line]" */
	int trace; /* above 0: like -v */
	char *log; /* file of the log; NULL: stderr */
	const char *about_file; /* the last option given that concerns the file name; NULL: none */
	unsigned given; /* bit i: the i-th option was given, but has no effect */
};

void nytprof_options_init(struct nytprof_options *o);
void nytprof_options_release(struct nytprof_options *o);

/* Forgets the options that concern the file name. */
void nytprof_options_unname(struct nytprof_options *o);

/*
 * Sets one option. An option that is unknown, or has no meaning here, only gives a warning. -EINVAL
 * with err set: the value is not a number, or is out of range.
 */
int nytprof_option_set(struct nytprof_options *o, const char *name, const char *value,
		       struct error *err);

/* Parses name=value:name=value. A backslash quotes a ":" or "=" in a value. */
int nytprof_options_parse(struct nytprof_options *o, const char *text, struct error *err);

/* Prints why options that were given have no effect. */
void nytprof_options_explain(const struct nytprof_options *o);

/* The i-th option's name; NULL past the last. */
const char *nytprof_option_name(size_t i);

#endif
