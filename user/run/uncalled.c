// SPDX-License-Identifier: GPL-2.0-or-later
/* From an interpreter that is met in the middle of its life to the walk over its symbol tables. */
#include "uncalled.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "attach/object.h"
#include "drain/drain.h"
#include "drain/found.h"
#include "drain/memory.h"
#include "drain/stash.h"
#include "drain/tracee.h"
#include "run/attached.h"
#include "target/perl.h"
#include "util/log.h"

#define LIMIT_NS 1000000000ull /* for all interpreters of a process */
#define TICK_NS	 50000000ull /* from one tick to the next: after that no other one is begun */
#define MODELS	 8

/* It was met, and its subs are still to be looked at. */
struct waiting {
	uint32_t id;
	struct interp in; /* as it was then */
	struct found *found;
	STAILQ_ENTRY(waiting) next;
};

/*
 * The list of a process that others may be like: those that the same one has forked have their interpreter at the same
 * address.  Nothing is taken from it unseen, so if they are not like it no harm is done.
 */
struct model {
	struct found *found; /* NULL: none */
	uint32_t build;
	uint64_t base;
};

struct uncalled {
	const struct attached *attached;
	const struct maps *maps;
	struct drain *drain;
	STAILQ_HEAD(, waiting) waiting; /* in the order in which they were met */
	uint64_t spent_ns; /* since the last tick */
	struct model models[MODELS];
	unsigned next_model;
};

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
			"process %u: not all of its subs were looked at, as %s (%u were, in %.2f s): "
			"some that are never called are not in its profile",
			in->tgid, report->why, report->subs, (double)report->ns / 1e9);
	else
		log_verbose("process %u: %u subs were there, in %u packages; looking took %.2f ms",
			    in->tgid, report->subs, report->stashes, (double)report->ns / 1e6);
}

/* ------------------------------------------------------------------------ models */

static void take_model(const struct uncalled *u, const struct interp *in, struct found *found)
{
	unsigned i;

	for (i = 0; i < MODELS; i++) {
		const struct model *m = &u->models[i];

		if (m->found && m->build == in->build && m->base == in->base &&
		    found_take_model(found, m->found))
			return;
	}
}

static void drop_model(struct model *m)
{
	found_free(m->found);
	m->found = NULL;
}

/* Whose processes have all ended. */
static void drop_unused(struct uncalled *u)
{
	struct model *m;

	for (m = u->models; m < u->models + MODELS; m++) {
		if (m->found && !found_is_shared(m->found))
			drop_model(m);
	}
}

/* In a place that is free, or else that of the oldest. */
static void make_model(struct uncalled *u, const struct interp *in, struct found *found)
{
	struct model *place = NULL, *m;

	for (m = u->models; m < u->models + MODELS; m++) {
		if (m->found == found)
			return;
		if (!m->found)
			place = m;
	}
	if (!place)
		place = &u->models[u->next_model++ % MODELS];
	drop_model(place);
	*place = (struct model){ found_share(found), in->build, in->base };
}

/* -------------------------------------------------------------------------- a walk */

/* Fills found; .ns of the report is what it took. */
static void look(struct uncalled *u, uint32_t id, const struct interp *in, struct found *found,
		 struct stash_report *report)
{
	struct seen seen = { .map = u->maps->sub_lines, .interp = id };
	struct sub_lines_key any;
	struct stash_walk walk = { .layout = &attached_image(u->attached, in->build)->layout,
				   .base = in->base,
				   .interp = id,
				   .arg = &seen };
	int rc;

	walk.limit_ns = found_time_left(found, LIMIT_NS);
	walk.mem = memory_open((pid_t)in->tgid);
	rc = walk.mem ? 0 : -errno;
	if (!rc && !still_runs(u->maps, id))
		rc = -ESRCH;
	if (!bpf_map_get_next_key(u->maps->sub_lines, NULL, &any))
		walk.seen = seen_lines;
	take_model(u, in, found);
	if (!rc)
		rc = stash_walk(&walk, found, report);
	if (!rc && !found_has_model(found))
		make_model(u, in, found);
	found_add_time(found, report->ns);
	if (rc || report->cut)
		found_set_incomplete(found);
	say(in, report, rc);
	memory_free(walk.mem);
}

/* --------------------------------------------------------------------- one by one */

static void put_last(struct uncalled *u, uint32_t id, const struct interp *in, struct found *found)
{
	struct waiting *w = calloc(1, sizeof(*w));

	if (!w) {
		found_set_incomplete(found);
		return;
	}
	w->id = id;
	w->in = *in;
	w->found = found_share(found);
	found_wait(found);
	STAILQ_INSERT_TAIL(&u->waiting, w, next);
}

static void drop_first(struct uncalled *u)
{
	struct waiting *w = STAILQ_FIRST(&u->waiting);

	STAILQ_REMOVE_HEAD(&u->waiting, next);
	found_end_wait(w->found);
	found_free(w->found);
	free(w);
}

void uncalled_met(uint32_t id, const struct interp *in, struct found *found, void *arg)
{
	struct stash_report report = {};
	struct uncalled *u = arg;

	if (!attached_is_late(u->attached, in))
		return;
	if (!STAILQ_EMPTY(&u->waiting) || u->spent_ns >= TICK_NS) {
		put_last(u, id, in, found);
		return;
	}
	look(u, id, in, found, &report);
	u->spent_ns += report.ns;
}

/* Its profile may have been written since it was met, and those of processes that it has forked. */
static void write_again(const struct uncalled *u, const struct found *found)
{
	const struct found *f;
	struct tracee *t;

	for (t = drain_tracees(u->drain); t; t = t->next) {
		for (f = t->found; f && f != found; f = found_parent(f))
			;
		if (f)
			t->flushed = 0;
	}
}

static void look_at_some(struct uncalled *u, uint64_t limit_ns)
{
	const struct waiting *w;

	while ((w = STAILQ_FIRST(&u->waiting)) && u->spent_ns < limit_ns) {
		struct stash_report report = {};

		look(u, w->id, &w->in, w->found, &report);
		u->spent_ns += report.ns;
		write_again(u, w->found);
		drop_first(u);
	}
}

void uncalled_tick(struct uncalled *u)
{
	u->spent_ns = 0;
	drop_unused(u);
	look_at_some(u, TICK_NS);
}

void uncalled_end(struct uncalled *u)
{
	unsigned cnt = 0;

	u->spent_ns = 0;
	look_at_some(u, LIMIT_NS);
	for (; !STAILQ_EMPTY(&u->waiting); cnt++) {
		found_set_incomplete(STAILQ_FIRST(&u->waiting)->found);
		drop_first(u);
	}
	if (cnt)
		log_warning("there was no time to look at the subs of %u process%s: some that are "
			    "never called are not in %s",
			    cnt, cnt > 1 ? "es" : "", cnt > 1 ? "their profiles" : "its profile");
}

struct uncalled *uncalled_new(const struct attached *a, const struct maps *maps,
			      struct drain *drain)
{
	struct uncalled *u = calloc(1, sizeof(*u));

	if (!u)
		return NULL;
	u->attached = a;
	u->maps = maps;
	u->drain = drain;
	STAILQ_INIT(&u->waiting);
	return u;
}

void uncalled_free(struct uncalled *u)
{
	unsigned i;

	if (!u)
		return;
	while (!STAILQ_EMPTY(&u->waiting))
		drop_first(u);
	for (i = 0; i < MODELS; i++)
		drop_model(&u->models[i]);
	free(u);
}
