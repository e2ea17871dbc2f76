// SPDX-License-Identifier: GPL-2.0-or-later
/* From an interpreter that is met in the middle of its life to the walk over its symbol tables. */
#include "session/uncalled.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "attach/object.h"
#include "drain/drain.h"
#include "inspect/memory_subs.h"
#include "inspect/stash_job.h"
#include "tracee/tracee.h"
#include "node_hash.h"
#include "probes/probes.h"
#include "sandbox/sandbox.h"
#include "perl/perl_image.h"
#include "util/clock.h"
#include "log/log.h"

#define LIMIT_NS 1000000000ull /* for all interpreters of a process */
#define AT_ONCE	 4 /* processes that are looked at */
#define MODELS	 8

/* queue(3) of the C library has none */
#define STAILQ_FOREACH_SAFE(var, head, field, tmp)                                      \
	for ((var) = STAILQ_FIRST(head); (var) && ((tmp) = STAILQ_NEXT(var, field), 1); \
	     (var) = (tmp))

/* It was met, and its subs are still to be looked at. */
struct waiting {
	uint32_t id;
	struct interp in; /* as it was then */
	struct found *found;
	struct sandbox_job *job; /* that looks; NULL: none yet */
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
	clockid_t clock; /* the probes' */
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

	struct known_lines known;

	if (bpf_map_lookup_elem(seen->map, &key, &known) || known.check != LRU_CHECK(&key))
		return false;
	*lines = known.lines;
	return true;
}

/* It had not ended when its memory was opened: so that is its, and not what another has with its pid. */
static bool ran_then(const struct maps *maps, uint32_t id, uint64_t opened_ns)
{
	struct interp now;

	if (!opened_ns || bpf_map_lookup_elem(maps->interps, &id, &now))
		return false;
	return now.end == END_NONE || now.end_ns > opened_ns;
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

/* -errno: it can't begin; -EAGAIN: not now. */
static int begin(struct uncalled *u, struct waiting *w)
{
	struct stash_request request = {
		.pid = (pid_t)w->in.tgid,
		.clock = u->clock,
		.base = w->in.base,
		.limit_ns = found_time_left(w->found, LIMIT_NS),
		.interp = w->id,
		.layout = attached_image(u->attached, w->in.build)->layout,
	};

	w->job = stash_job_start(&request, w->in.uid);
	return w->job ? 0 : -errno;
}

static void take_result(struct uncalled *u, struct waiting *w, struct stash_result *result)
{
	struct seen seen = { .map = u->maps->sub_lines, .interp = w->id };
	struct sub_lines_key any;
	bool some_seen = !bpf_map_get_next_key(u->maps->sub_lines, NULL, &any);
	int rc = result->rc;

	if (!rc && !ran_then(u->maps, w->id, result->opened_ns))
		rc = -ESRCH;
	take_model(u, &w->in, w->found);
	if (!rc)
		rc = stash_job_add(result, w->found, w->id, some_seen ? seen_lines : NULL, &seen);
	if (!rc && !found_has_model(w->found))
		make_model(u, &w->in, w->found);
	found_add_time(w->found, result->report.ns);
	if (rc || result->report.cut)
		found_set_incomplete(w->found);
	say(&w->in, &result->report, rc);
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

static void drop(struct uncalled *u, struct waiting *w)
{
	STAILQ_REMOVE(&u->waiting, w, waiting, next);
	sandbox_give_up(w->job);
	found_end_wait(w->found);
	found_free(w->found);
	free(w);
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

/* As many at once as there may be; one that can't begin is not looked at. */
static void begin_some(struct uncalled *u)
{
	struct stash_report none = {};
	struct waiting *w, *next;
	unsigned cnt = 0;
	int rc;

	STAILQ_FOREACH_SAFE(w, &u->waiting, next, next)
	{
		if (cnt++ == AT_ONCE)
			return;
		rc = w->job ? 0 : begin(u, w);
		if (!rc || rc == -EAGAIN)
			continue;
		found_set_incomplete(w->found);
		say(&w->in, &none, rc);
		drop(u, w);
	}
}

static void take_some(struct uncalled *u)
{
	struct stash_result result;
	struct waiting *w, *next;

	STAILQ_FOREACH_SAFE(w, &u->waiting, next, next)
	{
		if (!w->job || !stash_job_take(w->job, &result))
			continue;
		w->job = NULL;
		take_result(u, w, &result);
		stash_result_release(&result);
		write_again(u, w->found);
		drop(u, w);
	}
}

void uncalled_met(uint32_t id, const struct interp *in, struct found *found, void *arg)
{
	struct uncalled *u = arg;

	if (!attached_is_late(u->attached, in))
		return;
	put_last(u, id, in, found);
	begin_some(u);
}

void uncalled_tick(struct uncalled *u)
{
	drop_unused(u);
	take_some(u);
	begin_some(u);
}

void uncalled_end(struct uncalled *u)
{
	const uint64_t until_ns = mono_ns() + LIMIT_NS;
	const struct waiting *first;
	unsigned cnt = 0;

	while ((first = STAILQ_FIRST(&u->waiting)) && mono_ns() < until_ns) {
		if (first->job)
			sandbox_poll(first->job);
		take_some(u);
		begin_some(u);
	}
	for (; !STAILQ_EMPTY(&u->waiting); cnt++) {
		found_set_incomplete(STAILQ_FIRST(&u->waiting)->found);
		drop(u, STAILQ_FIRST(&u->waiting));
	}
	if (cnt)
		log_warning("there was no time to look at the subs of %u process%s: some that are "
			    "never called are not in %s",
			    cnt, cnt > 1 ? "es" : "", cnt > 1 ? "their profiles" : "its profile");
}

struct uncalled *uncalled_new(const struct attached *a, const struct maps *maps,
			      struct drain *drain, clockid_t clock)
{
	struct uncalled *u = calloc(1, sizeof(*u));

	if (!u)
		return NULL;
	u->attached = a;
	u->maps = maps;
	u->drain = drain;
	u->clock = clock;
	STAILQ_INIT(&u->waiting);
	return u;
}

void uncalled_free(struct uncalled *u)
{
	unsigned i;

	if (!u)
		return;
	while (!STAILQ_EMPTY(&u->waiting))
		drop(u, STAILQ_FIRST(&u->waiting));
	for (i = 0; i < MODELS; i++)
		drop_model(&u->models[i]);
	free(u);
}
