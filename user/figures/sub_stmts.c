// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/sub_stmts.h"

#include <stdlib.h>

#include "profile/profile.h"
#include "profile/sub_ranges.h"
#include "util/saturate.h"

static void add_file(const struct sub_ranges *r, const struct profile *p,
		     const struct profile_file *file, uint64_t *stmts)
{
	uint32_t nr;

	for (nr = profile_next_line(file, 0); nr != LINE_NONE;
	     nr = profile_next_line(file, nr + 1)) {
		const struct profile_sub *sub = sub_ranges_at(r, p, file, nr);

		if (sub)
			saturate_cnt(&stmts[sub->id], profile_line(file, nr).cnt);
	}
}

uint64_t *sub_stmts(const struct profile *p)
{
	uint64_t *stmts = calloc(p->sub_cnt + 1, sizeof(*stmts));
	struct sub_ranges *r = sub_ranges_new(p);
	size_t i;

	if (!stmts || !r) {
		free(stmts);
		sub_ranges_free(r);
		return NULL;
	}
	for (i = 0; i < p->file_cnt; i++)
		add_file(r, p, p->files[i], stmts);
	sub_ranges_free(r);
	return stmts;
}
