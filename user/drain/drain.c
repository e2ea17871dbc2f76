// SPDX-License-Identifier: GPL-2.0-or-later
/* Maps to profiles: when they are read, and what a collection begins and ends with. */
#include "drain/drain.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "attach/object_maps.h"
#include "drain/accounts.h"
#include "drain/drain_parts.h"
#include "drain/eval_batch.h"
#include "drain/interps.h"
#include "drain/interps_parts.h"
#include "drain/processor.h"
#include "drain/sql_ring.h"
#include "drain/swap_map.h"
#include "nytprof/budgets.h"
#include "nytprof/interp.h"
#include "nytprof/kevents.h"
#include "nytprof/limits.h"
#include "nytprof/names.h"
#include "profile/profile.h"
#include "tracee/names.h"
#include "tracee/tracee.h"
#include "tracee/tracee_file.h"
#include "util/clock.h"
#include "util/error.h"

static int hot_init(struct drain *d)
{
	const struct maps *m = &d->maps;
	const struct {
		int outer, first;
	} hot[HOT_CNT] = {
		[EVALS] = { m->evals, m->evals_first },
		[EVAL_SUBS] = { m->eval_subs, m->eval_subs_first },
		[DEFINED] = { m->defined, m->defined_first },
		[STMTS] = { m->stmts, m->stmts_first },
		[SLOTS] = { m->slots, m->slots_first },
		[CALLS] = { m->calls, m->calls_first },
		[WAITS] = { m->waits, m->waits_first },
		[CALL_WAITS] = { m->call_waits, m->call_waits_first },
		[KEVENTS] = { m->kevents, m->kevents_first },
	};
	int i, rc = 0;

	for (i = 0; i < HOT_CNT && !rc; i++)
		rc = swap_map_init(&d->hot[i], hot[i].outer, hot[i].first, m->btf);
	return rc;
}

struct drain *drain_new(const struct maps *maps, const struct naming *naming)
{
	struct drain *d = calloc(1, sizeof(*d));
	int i;

	if (!d)
		return NULL;
	for (i = 0; i < HOT_CNT; i++)
		d->hot[i].inner = -1;
	d->maps = *maps;
	d->clock = naming->clock;
	d->tracepoints = naming->tracepoints;
	d->names = names_new(maps);
	d->interps = d->names ? interps_new(maps, naming, d->names) : NULL;
	if (d->interps && maps->sql_events >= 0)
		d->sql = sql_ring_new(maps->sql_events, d->interps, d->names);
	if (!d->interps || (maps->sql_events >= 0 && !d->sql) || hot_init(d) ||
	    kevent_totals_begin(&d->kevents, naming->events, naming->tracepoints)) {
		drain_free(d);
		return NULL;
	}
	return d;
}

void drain_free(struct drain *d)
{
	int i;

	if (!d)
		return;
	for (i = 0; i < HOT_CNT; i++)
		swap_map_release(&d->hot[i]);
	eval_batch_release(&d->eval_batch);
	kevent_totals_release(&d->kevents);
	sql_ring_free(d->sql);
	interps_free(d->interps);
	names_free(d->names);
	free(d);
}

struct interps *drain_interps(const struct drain *d)
{
	return d->interps;
}

void drain_when_met(struct drain *d,
		    void (*met)(uint32_t id, const struct interp *in,
				struct memory_subs *memory_subs, void *arg),
		    void *arg)
{
	interps_when_met(d->interps, met, arg);
}

void drain_when_asked(struct drain *d,
		      bool (*wants)(uint32_t id, const struct interp *in, void *arg), void *arg)
{
	interps_when_asked(d->interps, wants, arg);
}

void drain_note_process(struct drain *d, pid_t pid)
{
	interps_note_process(d->interps, pid);
}

void drain_age(struct drain *d)
{
	interps_age(d->interps);
}

int drain_event(struct drain *d, const struct event *ev)
{
	return interps_event(d->interps, ev);
}

const char *drain_sub_name(struct drain *d, struct tracee *t, uint32_t interp, uint32_t id)
{
	const struct profile_sub *sub = tracee_sub_of(t, d->names, interp, id);

	return sub ? sub->name : NULL;
}

struct tracee *drain_tracee_of(struct drain *d, uint32_t interp, uint32_t part)
{
	return interps_tracee(d->interps, interp, part);
}

int drain_sql_fd(const struct drain *d)
{
	return d->sql ? sql_ring_fd(d->sql) : -1;
}

void drain_take_sql(struct drain *d)
{
	if (d->sql)
		sql_ring_take(d->sql);
}

const char *drain_file_name(struct drain *d, struct tracee *t, uint32_t interp, uint32_t file)
{
	const struct tracee_file *f = tracee_file_of(t, d->names, interp, file);

	return f ? f->file->name : NULL;
}

/* --------------------------------------------------------------------- collect */

/* What is in the maps of names, about. */
static struct usage usage_now(const struct drain *d)
{
	struct usage added = {}, removed = {};
	uint32_t which = USAGE_ADDED;

	bpf_map_lookup_elem(d->maps.usages, &which, &added);
	which = USAGE_REMOVED;
	bpf_map_lookup_elem(d->maps.usages, &which, &removed);
	added.string_parts -= removed.string_parts;
	added.subs -= removed.subs;
	return added;
}

static int collect(struct drain *d, bool last, struct error *err)
{
	const struct pressure none = {};
	struct tracee *t;
	uint32_t zero = 0;
	bool more;
	int rc;

	do {
		more = interps_note_ends(d->interps);
		if (d->sql) /* while all that had ended then is known */
			sql_ring_take_all(d->sql);
		bpf_map_update_elem(d->maps.pressures, &zero, &none, BPF_ANY);
		accounts_begin(interps_accounts(d->interps));
		rc = drain_collect_maps(d, last, err);
		if (!rc && processor_collect(d->maps.processor, d->interps))
			rc = error_set(err, ENOMEM, "out of memory");
		accounts_return_source(interps_accounts(d->interps));
	} while (more && !rc);
	d->parts = usage_now(d).string_parts;
	for (t = interps_tracees(d->interps); t && !rc; t = t->next) {
		if (t->adopted)
			t->end_ns = d->collected_ns;
		if (call_tree_fold(&t->profile->call_tree))
			rc = error_set(err, ENOMEM, "out of memory");
	}
	if (!rc)
		interps_retire(d->interps);
	return rc;
}

int drain_collect(struct drain *d, struct error *err)
{
	return collect(d, false, err);
}

int drain_collect_last(struct drain *d, struct error *err)
{
	return collect(d, true, err);
}

bool drain_is_pressed(const struct drain *d)
{
	struct pressure p;
	uint32_t zero = 0;

	if (bpf_map_lookup_elem(d->maps.pressures, &zero, &p))
		return false;
	return p.stmts > d->maps.hot_entries / 2 || p.calls > d->maps.hot_entries / 2 ||
	       p.waits > WAIT_ENTRIES / 2 || p.kevents > KEVENT_ENTRIES_MANY ||
	       p.evals > HOT_EVALS / 2 || p.eval_subs > HOT_EVALS / 2 ||
	       p.defined > HOT_EVALS / 2 ||
	       usage_now(d).string_parts - d->parts > STRING_ENTRIES / 16; /* source of evals */
}

/* --------------------------------------------------------------------- tracees */

struct tracee *drain_take(struct drain *d, bool any,
			  bool (*stays)(const struct tracee *t, void *arg), void *arg)
{
	struct tracee *t = interps_take(d->interps, any, stays, arg);

	if (t)
		tracee_list_defined(t, d->names); /* without memory it has those that were called */
	return t;
}

void drain_answer(const struct drain *d, const struct tracee *t)
{
	if (t->awaited.interp)
		bpf_map_delete_elem(d->maps.parts, &t->awaited);
}

struct tracee *drain_tracees(struct drain *d)
{
	return interps_tracees(d->interps);
}

int drain_list_defined(struct drain *d, struct tracee *t)
{
	return tracee_list_defined(t, d->names);
}

void drain_each_interp(struct drain *d,
		       void (*visit)(const struct interp *in, struct tracee *t, void *arg),
		       void *arg)
{
	interps_each(d->interps, visit, arg);
}

static void begin_later(const struct interp *in, struct tracee *t, void *arg)
{
	if (in->paused & PAUSED_START)
		t->start_ns = *(uint64_t *)arg;
}

void drain_note_waiting(struct drain *d)
{
	uint64_t now_ns = clock_ns(d->clock);

	interps_each(d->interps, begin_later, &now_ns);
}

int drain_rotate(struct drain *d)
{
	return interps_rotate(d->interps, d->collected_ns);
}

void drain_totals(const struct drain *d, struct drain_totals *totals)
{
	interps_count(d->interps, &totals->processes, &totals->refused);
	totals->stmts = d->stmt_cnt;
	totals->calls = d->call_cnt;
	totals->kevents = d->kevents.all;
}

void drain_fills(const struct drain *d, struct drain_fills *fills)
{
	uint32_t zero = 0;

	if (bpf_map_lookup_elem(d->maps.pressures, &zero, &fills->now))
		memset(&fills->now, 0, sizeof(fills->now));
	fills->string_parts = usage_now(d).string_parts;
	fills->subs = usage_now(d).subs;
}

bool drain_is_worn(const struct drain *d)
{
	const struct usage now = usage_now(d);

	return now.string_parts > STRING_ENTRIES / 4 * 3 || now.subs > SUB_ENTRIES / 4 * 3;
}

bool drain_user_is_worn(const struct drain *d)
{
	return accounts_are_worn(interps_accounts(d->interps));
}

void drain_losses(struct drain *d, uint64_t lost[LOSS_CNT])
{
	uint32_t i;

	for (i = 0; i < LOSS_CNT; i++) {
		lost[i] = 0;
		bpf_map_lookup_elem(d->maps.losses, &i, &lost[i]);
	}
	lost[LOSS_INTERPS] += d->orphans;
	lost[LOSS_FRAMES] += interps_left_open(d->interps);
}
