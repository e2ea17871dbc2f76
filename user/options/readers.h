/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which group may read the profiles of which units: --group. */
#ifndef NYTPROF_READERS_H
#define NYTPROF_READERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct error;

#define READERS_MAX 32

struct reader {
	const char *unit; /* a pattern of fnmatch(3), with or without ".service"; not terminated */
	size_t unit_len; /* 0: of any process */
	gid_t group;
};

struct readers {
	struct reader all[READERS_MAX];
	unsigned cnt; /* 0: only the owner reads a profile */
};

/*
 * Reads [UNIT:]GROUP[,...]. A group is a name or a number. text must outlive readers. -EINVAL with err
 * set.
 */
int readers_parse(struct readers *readers, const char *text, struct error *err);

/*
 * The first rule that fits. unit: a systemd unit of the host, which len characters name; NULL: the
 * process is in none. NULL: no rule fits.
 */
const struct reader *readers_find(const struct readers *readers, const char *unit, size_t len);

#endif
