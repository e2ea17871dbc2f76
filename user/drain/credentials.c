// SPDX-License-Identifier: GPL-2.0-or-later
/* The file system's idea of who we are (setfsuid(2)), not the others'. */
#include "credentials.h"

#include <grp.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>
#include <unistd.h>

bool credentials_take(uid_t uid, gid_t gid, struct credentials *saved)
{
	saved->uid = geteuid();
	saved->gid = getegid();
	saved->group_cnt = getgroups(GROUPS_MAX, saved->groups);
	if (saved->group_cnt < 0)
		return false;
	if (uid == saved->uid)
		return true;
	syscall(SYS_setgroups, 1, &gid); /* not glibc's, which does it for all threads */
	setfsgid(gid);
	setfsuid(uid);
	/* Asking for an impossible id changes nothing and tells the current one. */
	return (uid_t)setfsuid((uid_t)-1) == uid;
}

void credentials_restore(const struct credentials *saved)
{
	setfsuid(saved->uid);
	setfsgid(saved->gid);
	if (saved->group_cnt >= 0)
		syscall(SYS_setgroups, saved->group_cnt, saved->groups);
}
