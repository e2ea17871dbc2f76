/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The profiles of a directory, as a table. */
#ifndef NYTPROF_PROFILES_LIST_H
#define NYTPROF_PROFILES_LIST_H

#include <regex.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct terminal;

struct list_options {
	const char *dir;
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
	unsigned limit; /* profiles, the newest ones; 0: all */
};

/*
 * Lists *.nytprof, *.out and nytprof.out*, the newest first. Files that are no profiles are left out;
 * *unread: how many files could not be read. -errno with err set.
 */
int list_profiles(const struct list_options *o, struct terminal *t, unsigned *unread,
		  struct error *err);

#endif
