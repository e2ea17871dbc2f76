/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Access to files as somebody else has it. */
#ifndef NYTPROF_CREDENTIALS_H
#define NYTPROF_CREDENTIALS_H

#include <stdbool.h>
#include <sys/types.h>

#define GROUPS_MAX 256

struct credentials {
	uid_t uid;
	gid_t gid;
	gid_t groups[GROUPS_MAX];
	int group_cnt;
	void *caps; /* libcap's; NULL: none were taken */
};

/*
 * For this thread only, and for file access only; capabilities that override go with them.  False:
 * they could not be taken.  What was is in saved either way, and is to be restored.
 */
bool credentials_take(uid_t uid, gid_t gid, struct credentials *saved);
void credentials_restore(struct credentials *saved);

#endif
