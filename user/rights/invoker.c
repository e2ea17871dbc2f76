// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads what sudo leaves in the environment, once and in one way. */
#include "rights/invoker.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"

/* Decimal digits and nothing else.  The highest id means "none" to the kernel. */
static bool parse_id(const char *text, unsigned *id)
{
	unsigned long value;

	if (!*text || strspn(text, "0123456789") != strlen(text) || strlen(text) > 10)
		return false;
	value = strtoul(text, NULL, 10);
	*id = (unsigned)value;
	return value < (unsigned)-1;
}

static int refuse(const char *variable, const char *text, struct error *err)
{
	return error_set(err, EINVAL,
			 "%s is %s%.40s%s instead of an id, so the user of the command is "
			 "unknown: call sudo again, or unset SUDO_UID to run as root",
			 variable, text ? "\"" : "", text ?: "not set", text ? "\"" : "");
}

int invoker_parse(const char *sudo_uid, const char *sudo_gid, struct invoker *who,
		  struct error *err)
{
	who->uid = INVOKER_NOBODY;
	who->gid = (gid_t)-1;
	if (!sudo_uid)
		return 0;
	if (!parse_id(sudo_uid, &who->uid)) {
		who->uid = INVOKER_NOBODY;
		return refuse("SUDO_UID", sudo_uid, err);
	}
	if (!who->uid) {
		who->uid = INVOKER_NOBODY;
		return 0;
	}
	if (sudo_gid && parse_id(sudo_gid, &who->gid))
		return 0;
	who->uid = INVOKER_NOBODY;
	return refuse("SUDO_GID", sudo_gid, err);
}

int invoker_find(struct invoker *who, struct error *err)
{
	return invoker_parse(geteuid() ? NULL : getenv("SUDO_UID"), getenv("SUDO_GID"), who, err);
}

uid_t invoking_user(void)
{
	struct invoker who;
	struct error said_before;

	invoker_find(&who, &said_before);
	return who.uid;
}

/* ------------------------------------------------------------------- the account */

static int find_groups(struct account *a)
{
	int cnt = 0;

	getgrouplist(a->name, a->gid, NULL, &cnt);
	/* Somebody may be put into one more group between the two calls. */
	cnt += 16;
	a->groups = calloc((size_t)cnt, sizeof(*a->groups));
	if (!a->groups || getgrouplist(a->name, a->gid, a->groups, &cnt) < 0)
		return -ENOMEM;
	a->group_cnt = cnt;
	return 0;
}

int account_find(struct account *account, const struct invoker *who, struct error *err)
{
	const struct passwd *pw;

	memset(account, 0, sizeof(*account));
	account->uid = who->uid;
	account->gid = who->gid;
	errno = 0;
	pw = getpwuid(who->uid);
	if (!pw)
		return error_set(err, errno ?: ENOENT,
				 "can't run the command as user %u (SUDO_UID): %s", who->uid,
				 errno ? strerror(errno) : "there is no such user");
	account->name = strdup(pw->pw_name);
	account->home = strdup(pw->pw_dir);
	if (account->name && account->home && !find_groups(account))
		return 0;
	account_release(account);
	return error_set(err, ENOMEM, "out of memory");
}

void account_release(struct account *account)
{
	free(account->name);
	free(account->home);
	free(account->groups);
	memset(account, 0, sizeof(*account));
}

static int set_environment(const struct account *a)
{
	unsetenv("SUDO_COMMAND");
	unsetenv("SUDO_UID");
	unsetenv("SUDO_GID");
	unsetenv("SUDO_USER");
	return setenv("HOME", a->home, 1) || setenv("USER", a->name, 1) ||
			       setenv("LOGNAME", a->name, 1) ?
		       -errno :
		       0;
}

int account_become(const struct account *account)
{
	if (setgroups((size_t)account->group_cnt, account->groups) ||
	    setresgid(account->gid, account->gid, account->gid) ||
	    setresuid(account->uid, account->uid, account->uid))
		return -errno;
	return set_environment(account);
}
