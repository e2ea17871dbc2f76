/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Access to files with another user's rights. */
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
 * Takes on rights, for this thread's file access only. Capabilities that override permissions are
 * dropped, unless c is root and has them. False: the rights can't be taken, or are not plain
 * (creds.h). saved gets the old rights in both cases; restore them.
 */
bool credentials_take(const struct creds *c, struct credentials *saved);
void credentials_restore(struct credentials *saved);

/*
 * Takes on rights for the whole process and for good. Keeps one capability, to read what the
 * process could read. -errno.
 */
int credentials_become(const struct creds *c);

#endif
