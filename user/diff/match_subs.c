// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * By name. Some names have a line in them, which may be another one now: Pkg::__ANON__[FILE:LINE]
 * and Pkg::BEGIN@LINE. They are found by the place that this line has in the new text.
 */
#include "diff/match_subs.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "diff/match.h"
#include "profile/profile.h"
#include "util/cleanup.h"

/* A sub with a line in its name, by all that is not the name of its file. */
struct placed {
	char *key;
	const struct profile_sub *sub;
	UT_hash_handle hh;
};

/* The package, the kind, and what follows the line. False: there is no line in the name. */
static bool split_name(const char *name, int *before, uint32_t *line, const char **behind)
{
	const char *anon = strstr(name, "::__ANON__["), *begin = strstr(name, "::BEGIN@");
	const char *number = anon ? strrchr(anon, ':') : begin ? begin + strlen("::BEGIN") : NULL;
	char *end;

	if (!number || (anon && number <= anon + 1))
		return false;
	*before = (int)((anon ? anon : begin) - name) + 4;
	*line = (uint32_t)strtoul(number + 1, &end, 10);
	*behind = end;
	return end > number + 1;
}

/* NULL: its name has no line, or out of memory. */
static char *make_key(const char *name, const struct match_place *at)
{
	const char *behind;
	uint32_t line;
	char *key;
	int before;

	if (!split_name(name, &before, &line, &behind) ||
	    asprintf(&key, "%.*s|%u|%u|%s", before, name, at->fid, at->line, behind) < 0)
		return NULL;
	return key;
}

static uint32_t line_in(const char *name)
{
	const char *behind;
	uint32_t line = 0;
	int before;

	return split_name(name, &before, &line, &behind) ? line : 0;
}

static int add_placed(struct placed **all, const struct profile_sub *sub)
{
	const struct match_place at = { .fid = sub->fid, .line = line_in(sub->name) };
	struct placed *added, *there;

	if (!at.fid || !at.line)
		return 0;
	added = calloc(1, sizeof(*added));
	if (!added)
		return -ENOMEM;
	added->sub = sub;
	added->key = make_key(sub->name, &at);
	HASH_FIND_STR(*all, added->key ?: "", there);
	if (!added->key || there) {
		free(added->key);
		free(added);
		return 0;
	}
	HASH_ADD_KEYPTR(hh, *all, added->key, strlen(added->key), added);
	return 0;
}

static const struct profile_sub *find_placed(const struct match *m, const struct placed *all,
					     const struct profile_sub *old)
{
	const uint32_t line = line_in(old->name);
	const struct match_place at = line && old->fid ? match_line(m, old->fid, line) :
							 (struct match_place){};
	char *key __cleanup(free_ptr) = at.fid ? make_key(old->name, &at) : NULL;
	struct placed *found;

	HASH_FIND_STR(all, key ?: "", found);
	return found ? found->sub : NULL;
}

static const struct profile_sub *find_named(const struct profile *p, const char *name)
{
	struct profile_sub *sub;

	HASH_FIND_STR(p->subs_by_name, name, sub);
	return sub;
}

int match_subs(struct match *m)
{
	struct placed *all = NULL, *placed, *next;
	const struct profile_sub *new;
	size_t i;
	int rc = 0;

	for (i = 0; i < m->new->sub_cnt && !rc; i++)
		rc = add_placed(&all, m->new->subs[i]);
	for (i = 0; i < m->old->sub_cnt && !rc; i++) {
		new = find_placed(m, all, m->old->subs[i]);
		new = new ?: find_named(m->new, m->old->subs[i]->name);
		m->subs[i] = new ? new->id : MATCH_NONE;
	}
	HASH_ITER(hh, all, placed, next) {
		HASH_DEL(all, placed);
		free(placed->key);
		free(placed);
	}
	return rc;
}
