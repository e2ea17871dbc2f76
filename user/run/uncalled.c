// SPDX-License-Identifier: GPL-2.0-or-later
/* From an interpreter that is met in the middle of its life to the walk over its symbol tables. */
#include "uncalled.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "attach/object.h"
#include "drain/found.h"
#include "drain/memory.h"
#include "drain/stash.h"
#include "run/attached.h"
#include "target/perl.h"
#include "util/log.h"

#define LIMIT_NS \
	1000000000ull /* for all interpreters of a process: nothing is collected meanwhile */

struct seen {
	int map;
	uint32_t interp;
};

/* As sub_read_lines (bpf/sub.bpf.h) has them when the sub is called. */
static bool seen_lines(void *arg, uint64_t cop, uint32_t seq, struct sub_lines *lines)
{
	const struct seen *seen = arg;
	const struct sub_lines_key key = { .cop = cop, .interp = seen->interp, .seq = seq };

	return !bpf_map_lookup_elem(seen->map, &key, lines);
}

/* It had not ended when its memory was opened: so that is its, and not what another has with its pid. */
static bool still_runs(const struct maps *maps, uint32_t id)
{
	struct interp now;

	return !bpf_map_lookup_elem(maps->interps, &id, &now) && now.end == END_NONE;
}

static void say(const struct interp *in, const struct stash_report *report, int rc)
{
	if (rc)
		log_verbose("process %u: its subs can't be looked at: %s", in->tgid, strerror(-rc));
	else if (report->cut && !report->subs)
		log_verbose("process %u ended while its subs were looked at", in->tgid);
	else if (report->cut)
		log_warning(
			"process %u: not all of its subs were looked at (%u, in %.2f s): some that "
			"are never called are not in its profile",
			in->tgid, report->subs, (double)report->ns / 1e9);
	else
		log_verbose("process %u: %u subs were there, in %u packages; looking took %.2f ms",
			    in->tgid, report->subs, report->stashes, (double)report->ns / 1e6);
}

void uncalled_find(const struct attached *a, const struct maps *maps, uint32_t id,
		   const struct interp *in, struct found *found)
{
	struct seen seen = { .map = maps->sub_lines, .interp = id };
	struct sub_lines_key any;
	struct stash_walk walk = { .layout = &attached_image(a, in->build)->layout,
				   .base = in->base,
				   .interp = id,
				   .arg = &seen };
	struct stash_report report = {};
	int rc;

	if (!attached_is_late(a, in))
		return;
	walk.limit_ns = found_time_left(found, LIMIT_NS);
	walk.mem = memory_open((pid_t)in->tgid);
	rc = walk.mem ? 0 : -errno;
	if (!rc && !still_runs(maps, id))
		rc = -ESRCH;
	if (!bpf_map_get_next_key(maps->sub_lines, NULL, &any))
		walk.seen = seen_lines;
	if (!rc)
		rc = stash_walk(&walk, found, &report);
	found_add_time(found, report.ns);
	if (rc || report.cut)
		found_set_incomplete(found);
	say(in, &report, rc);
	memory_free(walk.mem);
}
