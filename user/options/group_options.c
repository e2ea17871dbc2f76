// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/group_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

#define ARG_MAX_NR 64
#define BY_SUB	   "sub:" /* before the names or the pattern of --group-by */

const char *group_by_subs(const char *said)
{
	return said ? said + strlen(BY_SUB) : NULL;
}

int group_by_check(const char *said, struct error *err)
{
	if (said && (strncmp(said, BY_SUB, strlen(BY_SUB)) != 0 || !said[strlen(BY_SUB)]))
		return error_set(
			err, EINVAL,
			"--group-by=%s: must be sub:PATTERN, as in 'sub:My::Controller::*'", said);
	return 0;
}

int group_arg_set(struct group_options *o, const char *arg, struct error *err)
{
	char *end;
	unsigned long nr = strtoul(arg, &end, 10);

	if (*arg < '0' || *arg > '9' || *end || !nr || nr > ARG_MAX_NR)
		return error_set(err, EINVAL,
				 "--group-arg=%s: must be the number of an argument, from 1 to %d "
				 "(of a method 1 is the object)",
				 arg, ARG_MAX_NR);
	o->arg = (unsigned)nr;
	return 0;
}

/* Where the last "::" is. NULL: there is none. */
static const char *name_of(const char *at, size_t len)
{
	const char *name = NULL;
	size_t i;

	for (i = 1; i + 2 < len; i++) {
		if (at[i] == ':' && at[i + 1] == ':')
			name = at + i;
	}
	return name;
}

static int add_sub(struct group_options *o, const char *at, size_t len, struct error *err)
{
	const char *name = name_of(at, len);
	size_t pkg_len = name ? (size_t)(name - at) : 0, name_len = name ? len - pkg_len - 2 : 0;
	struct group_sub *sub = &o->subs[o->cnt];

	if (!name || pkg_len > GROUP_NAME_MAX || name_len > GROUP_NAME_MAX ||
	    memchr(at, '*', len) || memchr(at, '?', len) || memchr(at, '[', len))
		return error_set(err, EINVAL,
				 "--group-by=sub:%.*s: with --group-arg it must be the whole name "
				 "of a sub, as in sub:My::Shop::show",
				 (int)len, at);
	if (o->cnt == GROUP_NAMES)
		return error_set(err, EINVAL, "--group-by: more than %d subs", GROUP_NAMES);
	snprintf(sub->pkg, sizeof(sub->pkg), "%.*s", (int)pkg_len, at);
	snprintf(sub->name, sizeof(sub->name), "%.*s", (int)name_len, name + 2);
	o->cnt++;
	return 0;
}

static int add_subs(struct group_options *o, const char *names, struct error *err)
{
	int rc;

	o->cnt = 0;
	for (;;) {
		size_t len = strcspn(names, ",");

		rc = add_sub(o, names, len, err);
		if (rc || !names[len])
			return rc;
		names += len + 1;
	}
}

int group_options_settle(struct group_options *o, const char *said, struct error *err)
{
	if (group_by_check(said, err))
		return -EINVAL;
	if (!o->arg && !said)
		return 0;
	if (!o->arg)
		return error_set(err, EINVAL,
				 "--group-by: a recording needs --group-arg with it; a profile is "
				 "grouped by subs later, by 'report --group-by=%s'",
				 said);
	if (!said)
		return error_set(
			err, EINVAL,
			"--group-arg needs --group-by=sub:NAME: the sub whose argument it is");
	return add_subs(o, group_by_subs(said), err);
}
