// SPDX-License-Identifier: GPL-2.0-or-later
/* The file system's idea of who we are (setfsuid(2)), not the others'. */
#include "credentials.h"

#include <grp.h>
#include <sys/capability.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * The kernel takes them away where the id for files changes from 0 to another one, and only there
 * (security/commoncap.c, cap_task_fix_setuid): not from an agent that has capabilities and is not root.
 */
static bool take_overrides(const struct credentials *saved)
{
	static const cap_value_t overrides[] = { CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH,
						 CAP_FOWNER };
	cap_t caps = saved->caps ? cap_dup(saved->caps) : NULL;
	const int cnt = sizeof(overrides) / sizeof(overrides[0]);
	bool taken = caps && !cap_set_flag(caps, CAP_EFFECTIVE, cnt, overrides, CAP_CLEAR) &&
		     !cap_set_proc(caps);

	cap_free(caps);
	return taken;
}

bool credentials_take(uid_t uid, gid_t gid, struct credentials *saved)
{
	saved->caps = NULL;
	saved->uid = geteuid();
	saved->gid = getegid();
	saved->group_cnt = getgroups(GROUPS_MAX, saved->groups);
	if (saved->group_cnt < 0)
		return false;
	if (!uid && !saved->uid)
		return true;
	saved->caps = cap_get_proc();
	if (uid == saved->uid)
		return take_overrides(saved);
	syscall(SYS_setgroups, 1, &gid); /* not glibc's, which does it for all threads */
	setfsgid(gid);
	setfsuid(uid);
	/* Asking for an impossible id changes nothing and tells the current one. */
	return (uid_t)setfsuid((uid_t)-1) == uid && take_overrides(saved);
}

void credentials_restore(struct credentials *saved)
{
	setfsuid(saved->uid);
	setfsgid(saved->gid);
	if (saved->group_cnt >= 0)
		syscall(SYS_setgroups, saved->group_cnt, saved->groups);
	if (saved->caps)
		cap_set_proc(saved->caps);
	cap_free(saved->caps);
	saved->caps = NULL;
}
