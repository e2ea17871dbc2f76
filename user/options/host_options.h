/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options of --all: whose perls, and what becomes of the profiles.
 */
#ifndef NYTPROF_HOST_OPTIONS_H
#define NYTPROF_HOST_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct error;

/* What has one more profile, the sum of its processes. */
enum merge_by {
	MERGE_NOTHING,
	MERGE_UNIT,
	MERGE_CONTAINER
};

struct host_options {
	bool on;
	bool given; /* one of the others was */
	/* Filters, which add up; NULL: none. */
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
	bool program_files; /* a program may name the file that its profile goes to */
	bool to_target; /* a profile is the user's whose process it is of */
};

void host_options_init(struct host_options *o);

/* nr: of enum option_nr.  arg stays in use.  -EINVAL with err set. */
int host_option_set(struct host_options *o, size_t nr, const char *arg, struct error *err);
int host_options_check(const struct host_options *o, struct error *err);

/* Takes the values of those that can change in a recording that runs (reload.c says which). */
void host_options_adopt(struct host_options *o, const struct host_options *fresh);

/* Is anybody left out? */
bool host_options_filter(const struct host_options *o);

#endif
