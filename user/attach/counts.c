// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/counts.h"

#include <bpf/libbpf.h>
#include <stdbool.h>

#include "attach/map_kind.h"
#include "attach/outer_maps.h"
#include "nytprof/group_names.h"
#include "nytprof/limits.h"
#include "nytprof/perl_layout.h"
#include "nytprof/settings.h"
#include "nytprof.skel.h"
#include "util/cleanup.h"

struct counts {
	struct bpf_map *outer, *first;
};

static void find_counts(const struct nytprof_bpf *part, struct counts all[COUNTS])
{
	const struct counts found[COUNTS] = {
		{ part->maps.stmts, part->maps.stmts_first },
		{ part->maps.slots, part->maps.slots_first },
		{ part->maps.calls, part->maps.calls_first },
		{ part->maps.evals, part->maps.evals_first },
		{ part->maps.eval_subs, part->maps.eval_subs_first },
		{ part->maps.defined, part->maps.defined_first },
		{ part->maps.waits, part->maps.waits_first },
		{ part->maps.call_waits, part->maps.call_waits_first },
		{ part->maps.kevents, part->maps.kevents_first },
	};
	int i;

	for (i = 0; i < COUNTS; i++)
		all[i] = found[i];
}

/* The kernel compares the number of entries of arrays: that one stays as it is. */
static bool is_array(const struct bpf_map *map)
{
	return bpf_map__type(map) == BPF_MAP_TYPE_ARRAY;
}

int counts_set_kinds(const struct nytprof_bpf *part, int kinds[COUNTS])
{
	struct counts all[COUNTS];
	int rc = 0, i;

	find_counts(part, all);
	for (i = 0; i < COUNTS; i++) {
		kinds[i] = -1;
		if (rc || is_array(all[i].first))
			continue;
		kinds[i] = map_kind(all[i].first);
		rc = kinds[i] < 0 ? kinds[i] : bpf_map__set_inner_map_fd(all[i].outer, kinds[i]);
	}
	return rc;
}

void counts_close_kinds(int kinds[COUNTS])
{
	int i;

	for (i = 0; i < COUNTS; i++)
		close_fd(&kinds[i]);
}

int counts_begin(const struct nytprof_bpf *part)
{
	struct counts all[COUNTS];
	struct outer_map maps[COUNTS];
	int rc = 0, i;

	find_counts(part, all);
	for (i = 0; i < COUNTS; i++)
		maps[i] = (struct outer_map){ .outer = bpf_map__fd(all[i].outer),
					      .inner = bpf_map__fd(all[i].first) };
	outer_maps_set(maps, COUNTS);
	for (i = 0; i < COUNTS; i++)
		rc = rc ?: maps[i].rc;
	return rc;
}
