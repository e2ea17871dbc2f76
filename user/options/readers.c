// SPDX-License-Identifier: GPL-2.0-or-later
#include "options/readers.h"

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "util/unit_name.h"

#define SERVICE	  ".service"
#define NAME_ROOM 256 /* of a unit (systemd: 255 characters), and of a group */

/* The group, by its name or number. */
static int find_group(const char *name, gid_t *group)
{
	const struct group *found;
	char *end;
	unsigned long number = strtoul(name, &end, 10);

	if (*name >= '0' && *name <= '9' && !*end && number < (gid_t)-1) {
		*group = (gid_t)number;
		return 0;
	}
	found = getgrnam(name);
	if (!found)
		return -ENOENT;
	*group = found->gr_gid;
	return 0;
}

static int parse_rule(struct readers *readers, const char *text, size_t len, struct error *err)
{
	const char *colon = memrchr(text, ':', len), *name = colon ? colon + 1 : text;
	size_t name_len = len - (size_t)(name - text);
	struct reader *r = &readers->all[readers->cnt];
	char group[NAME_ROOM];

	if (readers->cnt == READERS_MAX)
		return error_set(err, EINVAL, "--group: more than %d groups", READERS_MAX);
	r->unit = text;
	r->unit_len = colon ? (size_t)(colon - text) : 0;
	if (!name_len || name_len >= sizeof(group) || (colon && !r->unit_len) ||
	    r->unit_len > UNIT_NAME_MAX)
		return error_set(
			err, EINVAL,
			"--group=%.*s: must be GROUP or UNIT:GROUP, as in shop.service:devs",
			(int)len, text);
	snprintf(group, sizeof(group), "%.*s", (int)name_len, name);
	if (find_group(group, &r->group))
		return error_set(err, EINVAL, "--group=%.*s: there is no group \"%s\"", (int)len,
				 text, group);
	readers->cnt++;
	return 0;
}

int readers_parse(struct readers *readers, const char *text, struct error *err)
{
	size_t len;
	int rc = 0;

	*readers = (struct readers){ .cnt = 0 };
	do {
		len = strcspn(text, ",");
		rc = parse_rule(readers, text, len, err);
		text += len + 1;
	} while (!rc && text[-1]);
	return rc;
}

static bool fits(const struct reader *r, const char *unit, size_t len)
{
	return !r->unit_len || (unit && unit_name_fits(r->unit, r->unit_len, unit, len));
}

const struct reader *readers_find(const struct readers *readers, const char *unit, size_t len)
{
	const struct reader *r;

	for (r = readers->all; r < readers->all + readers->cnt; r++) {
		if (fits(r, unit, len))
			return r;
	}
	return NULL;
}
