/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Those profiles of a directory that somebody asks for, by what their heads say. */
#ifndef NYTPROF_CHOOSE_H
#define NYTPROF_CHOOSE_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "profiles/entry.h"

struct error;

struct choice {
	const regex_t *match; /* the command line or script; NULL: all */
	bool has_uid;
	uid_t uid;
	const pid_t *pids; /* any of them */
	size_t pid_cnt; /* 0: of all processes */
	const char *unit; /* a pattern of fnmatch(3), with or without ".service"; NULL: all */
	const char *comm; /* the process's name, as the kernel cuts it; NULL: all */
	const char *cgroup; /* the path of a control group, with those below; NULL: all */
	const char *container; /* its id, or how that begins; NULL: all */
	int64_t since,
		until; /* some of it was between them, in seconds since the epoch; 0: any time */
	bool no_sums; /* not the merged profiles of the directory */
};

struct chosen {
	struct entry *all; /* in no order */
	size_t cnt;
	unsigned unread; /* files that could not be read, */
	unsigned closed; /* and those that this user may not read */
};

/*
 * Looks at *.nytprof, *.out and nytprof.out*. Files that are no profiles are left out. -errno with err
 * set. In any case release it.
 */
int profiles_choose(const char *dir, const struct choice *by, struct chosen *c, struct error *err);
void chosen_release(struct chosen *c);

#endif
