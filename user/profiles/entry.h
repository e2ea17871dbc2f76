/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A profile among others: what its head says of it. */
#ifndef NYTPROF_PROFILES_ENTRY_H
#define NYTPROF_PROFILES_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

struct error;

struct entry {
	char *name; /* of the file, in its directory */
	uint64_t bytes;
	int64_t start; /* seconds since the epoch; 0: unknown */
	double wall; /* seconds; below 0: unknown */
	int64_t uid; /* below 0: unknown */
	uint32_t pid; /* 0: unknown, or several */
	char *script; /* these are NULL where they are unknown */
	char *command;
	char *unit;
	char *comm; /* of the process */
	char *cgroup; /* its path */
	char *top_sub;
	bool merged; /* it is the sum of others in its directory */
};

/*
 * Reads a file of an open directory. The head is enough for files of this agent; others are read in
 * whole. -errno with err set: it can't be read (-EACCES: by this user); -ENOMSG: it is no profile.
 */
int entry_read(struct entry *e, int dir, const char *name, struct error *err);
void entry_release(struct entry *e);

#endif
