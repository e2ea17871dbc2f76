/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The user who called sudo.  A command runs as that user, and profiles of that user's processes belong to that user.
 * SUDO_UID decides.  If it is set and says nothing that can be used, nothing may be started: the command would be root's.
 */
#ifndef NYTPROF_INVOKER_H
#define NYTPROF_INVOKER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct error;

#define INVOKER_NOBODY ((uid_t)-1) /* nobody called sudo, or root did */

struct invoker {
	uid_t uid; /* or INVOKER_NOBODY */
	gid_t gid;
};

/* What the two variables say; NULL: not set.  -EINVAL with err set. */
int invoker_parse(const char *sudo_uid, const char *sudo_gid, struct invoker *who,
		  struct error *err);

/* Whoever called us by sudo, from the environment.  An agent that is not root asks nobody. */
int invoker_find(struct invoker *who, struct error *err);

/* The same where errors have been told before: the user's id or INVOKER_NOBODY. */
uid_t invoking_user(void);

/* What a process needs to become that user. */
struct account {
	uid_t uid;
	gid_t gid;
	char *name, *home;
	gid_t *groups;
	int group_cnt;
};

/* who must be somebody.  -errno with err set, which names a user that does not exist. */
int account_find(struct account *account, const struct invoker *who, struct error *err);
void account_release(struct account *account);

/* Turns this process into the user's, for good, with the environment to match.  -errno. */
int account_become(const struct account *account);

#endif
