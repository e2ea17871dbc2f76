/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --group-by and --group-arg of a recording: whose calls are told apart, and by which argument. */
#ifndef NYTPROF_GROUP_OPTIONS_H
#define NYTPROF_GROUP_OPTIONS_H

#include "nytprof/group_names.h"

struct error;

#define GROUP_NAME_MAX 200 /* bytes of a package or a name */

struct group_sub {
	char pkg[GROUP_NAME_MAX + 1];
	char name[GROUP_NAME_MAX + 1];
};

struct group_options {
	struct group_sub subs[GROUP_NAMES];
	unsigned cnt; /* 0: none */
	unsigned arg; /* from 1 on; 0: none */
};

/* -EINVAL with err set, as all below. */
int group_arg_set(struct group_options *o, const char *arg, struct error *err);

/*
 * What is behind "sub:" in the value of --group-by, which group_by_check() was given. NULL stays
 * NULL.
 */
const char *group_by_subs(const char *said);
int group_by_check(const char *said, struct error *err); /* NULL: it is not given */

/* For a recording, when all options are read. said: as above. */
int group_options_settle(struct group_options *o, const char *said, struct error *err);

#endif
