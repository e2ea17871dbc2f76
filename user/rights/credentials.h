/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Access to files as somebody else has it. */
#ifndef NYTPROF_CREDENTIALS_H
#define NYTPROF_CREDENTIALS_H

#include <stdbool.h>
#include <sys/types.h>

#define GROUPS_MAX 256

struct creds;

struct credentials {
	uid_t uid;
	gid_t gid;
	gid_t groups[GROUPS_MAX];
	int group_cnt;
	void *caps; /* libcap's; NULL: none were taken */
};

/*
 * For this thread only, and for file access only.  Capabilities that override go with them, unless it is root, and has
 * them.  False: they could not be taken, or are not plain (creds.h).  What was is in saved either way, and is to be restored.
 */
bool credentials_take(const struct creds *c, struct credentials *saved);
void credentials_restore(struct credentials *saved);

/* For the whole process and for good; of the capabilities it keeps one, to read what it could read.  -errno. */
int credentials_become(const struct creds *c);

#endif
