/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The user who called sudo. A command runs as that user, and that user owns the profiles of his
 * processes. SUDO_UID decides. If it is set but is not a valid id, nothing may be started, because
 * the command would run as root.
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

/* Parses the two variables; NULL: not set. -EINVAL with err set. */
int invoker_parse(const char *sudo_uid, const char *sudo_gid, struct invoker *who,
		  struct error *err);

/* The caller of sudo, from the environment. If the agent does not run as root: nobody. */
int invoker_find(struct invoker *who, struct error *err);

/* The same, where errors were printed before: the user's id or INVOKER_NOBODY. */
uid_t invoking_user(void);

/* What a process needs to become that user. */
struct account {
	uid_t uid;
	gid_t gid;
	char *name, *home;
	gid_t *groups;
	int group_cnt;
};

/*
 * Finds the account of who, which must not be INVOKER_NOBODY. -errno with err set, which names a
 * user that does not exist.
 */
int account_find(struct account *account, const struct invoker *who, struct error *err);
void account_release(struct account *account);

/* Gives this process the user's ids for good, and the matching environment. -errno. */
int account_become(const struct account *account);

#endif
