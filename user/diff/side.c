// SPDX-License-Identifier: GPL-2.0-or-later
/* The profiles of one side. Each is kept, for what they differ by. */
#include <errno.h>
#include <stdlib.h>

#include "diff/diff.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "stacks/stacks.h"
#include "util/error.h"

static int add_run(struct diff_side *side, struct profile *p)
{
	struct profile **more =
		reallocarray(side->runs, side->run_cnt + 1, sizeof(struct profile *));

	if (!more) {
		profile_free(p);
		return -ENOMEM;
	}
	side->runs = more;
	side->runs[side->run_cnt++] = p;
	side->merge = side->merge ?: merge_new();
	if (!side->merge || merge_add(side->merge, p))
		return -ENOMEM;
	side->sum = merge_profile(side->merge);
	return side->sum ? 0 : -ENOMEM;
}

int diff_side_add(struct diff_side *side, struct profile *p, const char *name, struct error *err)
{
	unsigned hz = profile_hz(p);

	if (p->estimates) {
		profile_free(p);
		return error_set(
			err, EINVAL,
			"%s was recorded in short windows (--mode=burst): diff can't compare "
			"estimates; record with another mode",
			name);
	}
	if (side->run_cnt && hz != side->hz) {
		profile_free(p);
		return error_set(err, EINVAL,
				 "%s was recorded in another mode or at another rate than the "
				 "files before it",
				 name);
	}
	side->hz = hz;
	return add_run(side, p) ? error_set(err, ENOMEM, "out of memory") : 0;
}

const struct profile *diff_side_head(const struct diff_side *side)
{
	return side->run_cnt == 1 ? side->runs[0] : side->sum;
}

void diff_side_release(struct diff_side *side)
{
	size_t i;

	for (i = 0; i < side->run_cnt; i++)
		profile_free(side->runs[i]);
	free(side->runs);
	merge_free(side->merge);
	*side = (struct diff_side){};
}
