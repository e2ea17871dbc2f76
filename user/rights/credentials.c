// SPDX-License-Identifier: GPL-2.0-or-later
/* The file system's idea of who we are (setfsuid(2)), not the others'; or all of them, for good. */
#include "rights/credentials.h"

#include <errno.h>
#include <grp.h>
#include <sys/capability.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "rights/creds.h"

/*
 * Root's capabilities are its rights to files; another user's process that has some is held to be
 * without.
 */
static bool may(const struct creds *c, cap_value_t cap)
{
	return !c->uid[0] && c->caps & 1ull << cap;
}

/*
 * The kernel takes them away where the id for files changes from 0 to another one, and only there
 * (security/commoncap.c, cap_task_fix_setuid): not from an agent that has capabilities and is not root.
 */
static bool take_overrides(const struct creds *c, const struct credentials *saved)
{
	static const cap_value_t overrides[] = { CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH,
						 CAP_FOWNER };
	cap_t caps = saved->caps ? cap_dup(saved->caps) : NULL;
	bool taken = caps != NULL;
	size_t i;

	for (i = 0; taken && i < sizeof(overrides) / sizeof(overrides[0]); i++) {
		if (!may(c, overrides[i]))
			taken = !cap_set_flag(caps, CAP_EFFECTIVE, 1, &overrides[i], CAP_CLEAR);
	}
	taken = taken && !cap_set_proc(caps);
	cap_free(caps);
	return taken;
}

bool credentials_take(const struct creds *c, struct credentials *saved)
{
	const uid_t uid = c->uid[0];
	const gid_t gid = c->gid[0];

	saved->caps = NULL;
	saved->uid = geteuid();
	saved->gid = getegid();
	saved->group_cnt = getgroups(GROUPS_MAX, saved->groups);
	if (saved->group_cnt < 0 || !creds_are_plain(c))
		return false;
	saved->caps = cap_get_proc();
	/* Not glibc's, which does it for all threads.  Groups that stay are that user's own. */
	if (syscall(SYS_setgroups, 1, &gid) && uid != saved->uid)
		return false;
	setfsgid(gid);
	setfsuid(uid);
	/* Asking for an impossible id changes nothing and tells the current one. */
	return (uid_t)setfsuid((uid_t)-1) == uid &&
	       ((gid_t)setfsgid((gid_t)-1) == gid || uid == saved->uid) && take_overrides(c, saved);
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

/* What we have not, nobody gets. */
static int keep_reading(const struct creds *c)
{
	static const cap_value_t read_all = CAP_DAC_READ_SEARCH;
	cap_flag_value_t have = CAP_CLEAR;
	cap_t now = cap_get_proc(), kept = cap_init();
	int rc = now && kept ? 0 : -ENOMEM;

	if (!rc && (may(c, CAP_DAC_READ_SEARCH) || may(c, CAP_DAC_OVERRIDE)) &&
	    !cap_get_flag(now, read_all, CAP_PERMITTED, &have) && have == CAP_SET &&
	    (cap_set_flag(kept, CAP_PERMITTED, 1, &read_all, CAP_SET) ||
	     cap_set_flag(kept, CAP_EFFECTIVE, 1, &read_all, CAP_SET)))
		rc = -errno;
	if (!rc && cap_set_proc(kept))
		rc = -errno;
	cap_free(now);
	cap_free(kept);
	return rc;
}

int credentials_become(const struct creds *c)
{
	const uid_t uid = c->uid[0];
	const gid_t gid = c->gid[0];

	if (!creds_are_plain(c))
		return -EPERM;
	/* Where it is not another user, groups that stay are that user's own. */
	if ((setgroups(1, &gid) || setresgid(gid, gid, gid)) && uid != geteuid())
		return -errno;
	if (setresuid(uid, uid, uid))
		return -errno;
	return keep_reading(c);
}
