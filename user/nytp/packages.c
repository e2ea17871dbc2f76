// SPDX-License-Identifier: GPL-2.0-or-later
/* A hash by the package's name, which is the begin of a sub's. */
#include "nytp/packages.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "nytp/order.h"
#include "profile/profile.h"

struct package {
	uint32_t fid;
	UT_hash_handle hh; /* key: in the name of a sub of the profile */
};

struct packages {
	struct package *all;
	struct package room[]; /* one for each sub */
};

/* The length of the package in Package::name. */
static size_t package_len(const char *name)
{
	const char *end = name + strlen(name);

	for (; end - name >= 2; end--) {
		if (end[-1] == ':' && end[-2] == ':')
			return (size_t)(end - 2 - name);
	}
	return 0;
}

struct packages *packages_new(const struct profile *p, const struct order *o)
{
	struct packages *packages =
		calloc(1, sizeof(*packages) + p->sub_cnt * sizeof(packages->room[0]));
	struct package *package, *known;
	size_t i, len;

	if (!packages)
		return NULL;
	package = packages->room;
	for (i = 0; i < p->sub_cnt; i++) {
		const struct profile_sub *sub = o->subs[i];

		if (sub->xsub || !sub->fid)
			continue;
		len = package_len(sub->name);
		HASH_FIND(hh, packages->all, sub->name, len, known);
		if (known)
			continue;
		package->fid = o->fids[sub->fid];
		HASH_ADD_KEYPTR(hh, packages->all, sub->name, len, package);
		package++;
	}
	return packages;
}

void packages_free(struct packages *p)
{
	if (!p)
		return;
	HASH_CLEAR(hh, p->all);
	free(p);
}

uint32_t packages_fid(const struct packages *p, const char *xsub)
{
	const struct package *known;

	HASH_FIND(hh, p->all, xsub, package_len(xsub), known);
	return known ? known->fid : 1;
}
