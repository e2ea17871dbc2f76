/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of --slow: which calls are written, where, and how many. */
#ifndef NYTPROF_SLOW_OPTIONS_H
#define NYTPROF_SLOW_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

struct error;

#define SLOW_SUBS_MAX	8
#define SLOW_NAME_MAX	200 /* bytes of a pattern */
#define SLOW_LIMIT	10 /* lines a second */
#define SLOW_LIMIT_MOST 1000

struct slow_sub {
	char pattern[SLOW_NAME_MAX + 1]; /* of fnmatch(3), for the whole name */
	uint64_t ns;
};

struct slow_options {
	struct slow_sub subs[SLOW_SUBS_MAX];
	unsigned cnt; /* 0: none */
	const char *log; /* NULL: beside the profile */
	unsigned limit; /* lines a second */
};

void slow_options_init(struct slow_options *o);

/* nr: an enum option_nr. arg must outlive o. -EINVAL with err set. */
int slow_option_set(struct slow_options *o, size_t nr, const char *arg, struct error *err);
int slow_options_check(const struct slow_options *o, struct error *err);

/* The shortest time of all, in ns; 0: there is none. */
uint64_t slow_options_least(const struct slow_options *o);

#endif
