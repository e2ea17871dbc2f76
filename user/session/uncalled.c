// SPDX-License-Identifier: GPL-2.0-or-later
/* From an interpreter that is met in the middle of its life to the walk over its symbol tables. */
#include "session/uncalled.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "attach/object_maps.h"
#include "drain/drain.h"
#include "inspect/memory_subs.h"
#include "inspect/stash_job.h"
#include "log/log.h"
#include "nytprof/caches.h"
#include "nytprof/interp.h"
#include "nytprof/node_hash.h"
#include "perl/perl_image.h"
#include "probes/probes.h"
#include "sandbox/sandbox.h"
#include "tracee/tracee.h"
#include "util/clock.h"

#define LIMIT_NS 1000000000ull /* for all interpreters of a process */
#define AT_ONCE	 4 /* processes that are looked at */
#define MODELS	 8

/* queue(3) of the C library has none */
#define STAILQ_FOREACH_SAFE(var, head, field, tmp)                                      \
	for ((var) = STAILQ_FIRST(head); (var) && ((tmp) = STAILQ_NEXT(var, field), 1); \
	     (var) = (tmp))

/* It was met, and its subs are still to be looked at. */
struct undecided {
	uint32_t id;
	struct interp in; /* as it was then */
	struct memory_subs *memory_subs;
	struct sandbox_job *job; /* that looks; NULL: none yet */
	STAILQ_ENTRY(undecided) next;
};

/*
 * The list of a process that others may be like: those that the same one has forked have their
 * interpreter at the same address.  Nothing is taken from it unseen, so if they are not like it no
 * harm is done.
 */
struct model {
	struct memory_subs *memory_subs; /* NULL: none */
	uint32_t build;
	uint64_t base;
};

struct uncalled {
	const struct probes *probes;
	const struct maps *maps;
	struct drain *drain;
	STAILQ_HEAD(, undecided) undecided; /* in the order in which they were met */
	clockid_t clock; /* the probes' */
	struct model models[MODELS];
	unsigned next_model;
};

struct seen {
	int map;
	uint32_t interp;
};

/* As sub_read_lines (bpf/names/sub_lines.bpf.h) has them when the sub is called. */
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
		log_verbose("process %u: can't list its subs: %s", in->tgid, strerror(-rc));
	else if (report->cut && !report->subs)
		log_verbose("process %u ended while the agent listed its subs", in->tgid);
	else if (report->cut)
		log_warning("process %u: its list of subs is incomplete, because %s (%u listed "
			    "in %.2f s); some never-called subs are missing from its profile",
			    in->tgid, report->why, report->subs, (double)report->ns / 1e9);
	else
		log_verbose("process %u: listed %u subs in %u packages in %.2f ms", in->tgid,
			    report->subs, report->stashes, (double)report->ns / 1e6);
}

/* ------------------------------------------------------------------------ models */

static void take_model(const struct uncalled *u, const struct interp *in,
		       struct memory_subs *memory_subs)
{
	unsigned i;

	for (i = 0; i < MODELS; i++) {
		const struct model *m = &u->models[i];

		if (m->memory_subs && m->build == in->build && m->base == in->base &&
		    memory_subs_take_model(memory_subs, m->memory_subs))
			return;
	}
}

static void drop_model(struct model *m)
{
	memory_subs_free(m->memory_subs);
	m->memory_subs = NULL;
}

/* Whose processes have all ended. */
static void drop_unused(struct uncalled *u)
{
	struct model *m;

	for (m = u->models; m < u->models + MODELS; m++) {
		if (m->memory_subs && !memory_subs_is_shared(m->memory_subs))
			drop_model(m);
	}
}

/* In a place that is free, or else that of the oldest. */
static void make_model(struct uncalled *u, const struct interp *in, struct memory_subs *memory_subs)
{
	struct model *place = NULL, *m;

	for (m = u->models; m < u->models + MODELS; m++) {
		if (m->memory_subs == memory_subs)
			return;
		if (!m->memory_subs)
			place = m;
	}
	if (!place)
		place = &u->models[u->next_model++ % MODELS];
	drop_model(place);
	*place = (struct model){ memory_subs_share(memory_subs), in->build, in->base };
}

/* -------------------------------------------------------------------------- a walk */

/* -errno: it can't begin; -EAGAIN: not now. */
static int begin(struct uncalled *u, struct undecided *w)
{
	struct stash_request request = {
		.pid = (pid_t)w->in.tgid,
		.clock = u->clock,
		.base = w->in.base,
		.limit_ns = memory_subs_time_left(w->memory_subs, LIMIT_NS),
		.interp = w->id,
		.layout = probes_image(u->probes, w->in.build)->layout,
	};

	w->job = stash_job_start(&request, w->in.uid);
	return w->job ? 0 : -errno;
}

static void take_result(struct uncalled *u, struct undecided *w, struct stash_result *result)
{
	struct seen seen = { .map = u->maps->sub_lines, .interp = w->id };
	struct sub_lines_key any;
	bool some_seen = !bpf_map_get_next_key(u->maps->sub_lines, NULL, &any);
	int rc = result->rc;

	if (!rc && !ran_then(u->maps, w->id, result->opened_ns))
		rc = -ESRCH;
	take_model(u, &w->in, w->memory_subs);
	if (!rc)
		rc = stash_job_add(result, w->memory_subs, w->id, some_seen ? seen_lines : NULL,
				   &seen);
	if (!rc && !memory_subs_has_model(w->memory_subs))
		make_model(u, &w->in, w->memory_subs);
	memory_subs_add_time(w->memory_subs, result->report.ns);
	if (rc || result->report.cut)
		memory_subs_set_incomplete(w->memory_subs);
	say(&w->in, &result->report, rc);
}

/* --------------------------------------------------------------------- one by one */

static void put_last(struct uncalled *u, uint32_t id, const struct interp *in,
		     struct memory_subs *memory_subs)
{
	struct undecided *w = calloc(1, sizeof(*w));

	if (!w) {
		memory_subs_set_incomplete(memory_subs);
		return;
	}
	w->id = id;
	w->in = *in;
	w->memory_subs = memory_subs_share(memory_subs);
	memory_subs_wait(memory_subs);
	STAILQ_INSERT_TAIL(&u->undecided, w, next);
}

static void drop(struct uncalled *u, struct undecided *w)
{
	STAILQ_REMOVE(&u->undecided, w, undecided, next);
	sandbox_give_up(w->job);
	memory_subs_end_wait(w->memory_subs);
	memory_subs_free(w->memory_subs);
	free(w);
}

/* Its profile may have been written since it was met, and those of processes that it has forked. */
static void write_again(const struct uncalled *u, const struct memory_subs *memory_subs)
{
	const struct memory_subs *f;
	struct tracee *t;

	for (t = drain_tracees(u->drain); t; t = t->next) {
		for (f = t->memory_subs; f && f != memory_subs; f = memory_subs_parent(f))
			;
		if (f)
			t->output.weight = 0;
	}
}

/* As many at once as there may be; one that can't begin is not looked at. */
static void begin_some(struct uncalled *u)
{
	struct stash_report none = {};
	struct undecided *w, *next;
	unsigned cnt = 0;
	int rc;

	STAILQ_FOREACH_SAFE(w, &u->undecided, next, next)
	{
		if (cnt++ == AT_ONCE)
			return;
		rc = w->job ? 0 : begin(u, w);
		if (!rc || rc == -EAGAIN)
			continue;
		memory_subs_set_incomplete(w->memory_subs);
		say(&w->in, &none, rc);
		drop(u, w);
	}
}

static void take_some(struct uncalled *u)
{
	struct stash_result result;
	struct undecided *w, *next;

	STAILQ_FOREACH_SAFE(w, &u->undecided, next, next)
	{
		if (!w->job || !stash_job_take(w->job, &result))
			continue;
		w->job = NULL;
		take_result(u, w, &result);
		stash_result_release(&result);
		write_again(u, w->memory_subs);
		drop(u, w);
	}
}

void uncalled_met(uint32_t id, const struct interp *in, struct memory_subs *memory_subs, void *arg)
{
	struct uncalled *u = arg;

	if (!probes_is_late(u->probes, in))
		return;
	put_last(u, id, in, memory_subs);
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
	const struct undecided *first;
	unsigned cnt = 0;

	while ((first = STAILQ_FIRST(&u->undecided)) && mono_ns() < until_ns) {
		if (first->job)
			sandbox_poll(first->job);
		take_some(u);
		begin_some(u);
	}
	for (; !STAILQ_EMPTY(&u->undecided); cnt++) {
		memory_subs_set_incomplete(STAILQ_FIRST(&u->undecided)->memory_subs);
		drop(u, STAILQ_FIRST(&u->undecided));
	}
	if (cnt)
		log_warning("no time was left to list the subs of %u process%s; some "
			    "never-called subs are missing from %s",
			    cnt, cnt > 1 ? "es" : "", cnt > 1 ? "their profiles" : "its profile");
}

struct uncalled *uncalled_new(const struct probes *a, const struct maps *maps, struct drain *drain,
			      clockid_t clock)
{
	struct uncalled *u = calloc(1, sizeof(*u));

	if (!u)
		return NULL;
	u->probes = a;
	u->maps = maps;
	u->drain = drain;
	u->clock = clock;
	STAILQ_INIT(&u->undecided);
	return u;
}

void uncalled_free(struct uncalled *u)
{
	unsigned i;

	if (!u)
		return;
	while (!STAILQ_EMPTY(&u->undecided))
		drop(u, STAILQ_FIRST(&u->undecided));
	for (i = 0; i < MODELS; i++)
		drop_model(&u->models[i]);
	free(u);
}
