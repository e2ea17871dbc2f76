/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of --all: whose perls are recorded, and where the profiles go. */
#ifndef NYTPROF_HOST_OPTIONS_H
#define NYTPROF_HOST_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "options/readers.h"

struct error;

/* Which processes get one more profile, the sum of theirs. */
enum merge_by {
	MERGE_NOTHING,
	MERGE_UNIT,
	MERGE_CONTAINER
};

struct host_options {
	bool on;
	bool given; /* an option other than --all was given */
	/* The filters; a process must match all of them. NULL: none. */
	const char *comm;
	const char *exe;
	const char *cgroup;
	const char *container;
	const char *match;
	bool has_uid;
	uid_t uid;
	/* The files. */
	const char *output_dir;
	uint64_t max_size; /* bytes, 0: no limit */
	unsigned keep; /* files, 0: no limit */
	double interval; /* seconds from one flush to the next */
	enum merge_by merge;
	bool program_files; /* a program may choose the file of its profile */
	bool to_target; /* a profile belongs to the user of its process */
	struct readers readers; /* of profiles in the directory */
};

void host_options_init(struct host_options *o);

/* When all options are read: what was not given, and depends on the mode. */
void host_options_settle(struct host_options *o, bool sampled);

/* nr: an enum option_nr. arg must outlive o. -EINVAL with err set. */
int host_option_set(struct host_options *o, size_t nr, const char *arg, struct error *err);
int host_options_check(const struct host_options *o, struct error *err);

/* Takes over the options that can change during a recording (the traits in options.table). */
void host_options_adopt(struct host_options *o, const struct host_options *fresh);

/* Is there a filter? */
bool host_options_filter(const struct host_options *o);

#endif
