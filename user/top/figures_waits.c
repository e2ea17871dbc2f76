// SPDX-License-Identifier: GPL-2.0-or-later
/* What the processes have waited, by sub and by line. Waits are exact, also between samples. */
#include "profile/profile.h"
#include "profile/waits.h"
#include "top/figures_parts.h"

static void take_place(struct figures *f, struct taken *k, const struct profile *p,
		       const struct profile_wait *wait, const struct top_sums *add)
{
	const struct profile_file *file = profile_find_fid(p, wait->id.fid);
	char line[KEY_MAX];

	figures_line_key(line, file, wait->id.line);
	figures_add_named(f, k->scope, TOP_LINES, line, add);
	if (wait->id.sub < p->sub_cnt)
		figures_add_named(f, k->scope, TOP_SUBS, p->subs[wait->id.sub]->name, add);
}

uint64_t figures_take_waits(struct figures *f, struct taken *k, struct profile *p)
{
	struct profile_wait *wait;
	uint64_t sum = 0;

	for (wait = p->waits.waits; wait; wait = wait->hh.next) {
		const struct top_sums add = { .wait_ns = wait->sum.ns - wait->seen_ns };

		wait->seen_ns = wait->sum.ns;
		sum += add.wait_ns;
		if (add.wait_ns && wait->id.fid)
			take_place(f, k, p, wait, &add);
	}
	return sum;
}
