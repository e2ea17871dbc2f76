// SPDX-License-Identifier: GPL-2.0-or-later
/* Maps to profiles; sums nothing itself, resolves no name. */
#include "drain/drain.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "attach/object.h"
#include "drain/accounts.h"
#include "drain/eval_batch.h"
#include "drain/interps.h"
#include "drain/processor.h"
#include "drain/interps_parts.h"
#include "drain/sql_ring.h"
#include "drain/swap_map.h"
#include "evals/evals.h"
#include "nytprof/budgets.h"
#include "nytprof/interp.h"
#include "nytprof/kevents.h"
#include "nytprof/limits.h"
#include "nytprof/names.h"
#include "profile/profile.h"
#include "tracee/names.h"
#include "tracee/tracee.h"
#include "tracee/tracee_file.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "waits/kevent_words.h"
#include "waits/wait_words.h"

#define BATCH 4096 /* entries that are read with one call */

/*
 * The maps that are drained, in the order in which they are read. The evals are read first and
 * exchanged last: what is counted in one finds it known, and so does an eval that was compiled by
 * another.
 */
enum {
	EVALS,
	EVAL_SUBS,
	DEFINED,
	COUNTS, /* all from here on */
	STMTS = COUNTS,
	SLOTS,
	CALLS,
	WAITS,
	CALL_WAITS,
	KEVENTS,
	HOT_CNT,
};

struct drain {
	struct maps maps;
	clockid_t clock;
	struct swap_map hot[HOT_CNT];
	struct eval_batch eval_batch;
	uint64_t collected_ns; /* the profiles have what was before this */
	uint64_t parts; /* of strings that were left in the map by the last collection */
	struct names *names;
	struct interps *interps;
	const struct tracepoint *tracepoints;
	struct sql_ring *sql; /* NULL: no SQL statements are recorded */
	uint64_t stmt_cnt; /* executions and calls that were collected */
	uint64_t call_cnt;
	uint64_t orphans; /* counts whose interpreter is not known */
};

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
	if (!d->interps || (maps->sql_events >= 0 && !d->sql) || hot_init(d)) {
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

struct collector {
	struct drain *d;
	size_t key_size;
	size_t value_size;
	int (*add)(struct drain *d, const void *key, const void *value);
};

static int add_stmt(struct drain *d, const void *key, const void *value)
{
	const struct stmt_key *k = key;
	struct tracee *t = interps_tracee(d->interps, k->interp, k->part);

	if (!t) {
		d->orphans += ((const struct stmt *)value)->cnt;
		return 0;
	}
	d->stmt_cnt += t->unwanted ? 0 : ((const struct stmt *)value)->cnt;
	return tracee_add_stmt(t, d->names, k, value);
}

static int add_call(struct drain *d, const void *key, const void *value)
{
	const struct call_key *k = key;
	struct tracee *t = interps_tracee(d->interps, k->interp, k->part);

	if (!t) {
		d->orphans += ((const struct call *)value)->cnt;
		return 0;
	}
	d->call_cnt += t->unwanted ? 0 : ((const struct call *)value)->cnt;
	return tracee_add_call(t, d->names, k, value);
}

static int add_wait(struct drain *d, const void *key, const void *value)
{
	const struct wait_key *k = key;
	struct tracee *t = interps_tracee(d->interps, k->interp, k->part);
	char reason[WAIT_WORDS], object[WAIT_WORDS];
	struct wait_name name;
	bool named;

	if (!k->interp)
		return interps_early_wait(d->interps, k->line, value);
	if (!t) {
		d->orphans += ((const struct wait_time *)value)->cnt;
		return 0;
	}
	named = !bpf_map_lookup_elem(d->maps.wait_names, &k->object, &name);
	wait_reason_words(k->reason, reason);
	wait_object_words(&k->object, named ? &name : NULL, object);
	return tracee_add_wait(t, d->names, k, value, reason, object);
}

static int add_call_wait(struct drain *d, const void *key, const void *value)
{
	const struct call_key *k = key;
	struct tracee *t = interps_tracee(d->interps, k->interp, k->part);

	return t ? tracee_add_call_wait(t, d->names, k, value) : 0;
}

static int add_kevent(struct drain *d, const void *key, const void *value)
{
	const struct kevent_key *k = key;
	struct tracee *t = interps_tracee(d->interps, k->interp, k->part);
	char event[KEVENT_WORDS], detail[KEVENT_DETAIL];
	struct wait_name name;
	bool named;

	if (!t) {
		d->orphans += ((const struct kevent_value *)value)->sum.cnt;
		return 0;
	}
	named = k->object.kind && !bpf_map_lookup_elem(d->maps.wait_names, &k->object, &name);
	kevent_words(k, d->tracepoints, named ? &name : NULL, event, detail);
	return tracee_add_kevent(t, d->names, k, value, event, detail);
}

void drain_charge_waits(const struct drain *d)
{
	uint64_t none[2] = {};
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = none, .ctx_size_in = sizeof(none));

	if (d->maps.charge_waits >= 0)
		bpf_prog_test_run_opts(d->maps.charge_waits, &opts);
}

static int add_batch(const struct collector *c, const char *keys, const char *values, uint32_t cnt)
{
	uint32_t i;
	int rc = 0;

	for (i = 0; i < cnt && !rc; i++)
		rc = c->add(c->d, keys + i * c->key_size, values + i * c->value_size);
	return rc;
}

/* Reads a map that nobody writes any more. */
static int collect_map(const struct collector *c, int map, struct error *err)
{
	char *keys __cleanup(free_ptr) = calloc(BATCH, c->key_size);
	char *values __cleanup(free_ptr) = calloc(BATCH, c->value_size);
	uint32_t in, out, cnt;
	bool first = true;
	int rc = keys && values ? 0 : -ENOMEM, got = 0;

	/* ENOENT marks the last batch; ENOSPC never comes, as no bucket has that many. */
	while (!rc && got != -ENOENT) {
		cnt = BATCH;
		got = bpf_map_lookup_batch(map, first ? NULL : &in, &out, keys, values, &cnt, NULL);
		if (got && got != -ENOENT)
			return error_set(err, -got, "can't read a BPF map: %s", strerror(-got));
		rc = add_batch(c, keys, values, cnt);
		first = false;
		in = out;
	}
	if (rc)
		error_set(err, -rc, "can't read the recorded counts: %s", strerror(-rc));
	return rc;
}

/* Likewise the slots of statements. */
static int collect_slots(struct drain *d, int map, struct error *err)
{
	const size_t size = STMT_SLOTS * sizeof(struct stmt_slot);
	struct stmt_slot *slots = mmap(NULL, size, PROT_READ, MAP_SHARED, map, 0);
	size_t i;
	int rc = 0;

	if (slots == MAP_FAILED)
		return error_set(err, errno, "can't map a BPF map: %s", strerror(errno));
	for (i = 0; i < STMT_SLOTS && !rc; i++) {
		const struct stmt_slot *slot = &slots[i];
		struct stmt_key key = { .interp = slot->interp,
					.file = slot->file,
					.line = slot->line ?: 1,
					.part = slot->part };

		if (slot->interp && (slot->count.cnt || slot->count.ns))
			rc = add_stmt(d, &key, &slot->count);
	}
	munmap(slots, size);
	if (rc)
		error_set(err, -rc, "can't read the recorded counts: %s", strerror(-rc));
	return rc;
}

/* ----------------------------------------------------------------------- evals */

static int gather_eval(struct drain *d, const void *key, const void *value)
{
	return eval_batch_add(&d->eval_batch, key, value);
}

static int add_eval_sub(struct drain *d, const void *key, const void *value)
{
	const struct sub_key *k = key;
	struct tracee *t = interps_latest(d->interps, k->interp);

	return t ? tracee_add_eval_sub(t, k, value) : 0;
}

static int add_defined(struct drain *d, const void *key, const void *value)
{
	const struct sub_key *k = key;
	struct tracee *t = interps_latest(d->interps, k->interp);

	return t ? evals_define(t->evals, k, ((const struct sub_defined *)value)->at_ns) : 0;
}

/* ------------------------------------------------------------------------- all */

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

/*
 * In three steps: the kernel's wait in each of them is for what still writes to the maps before. At last
 * nothing new is compiled or counted, so that one wait is for all.
 */
static int exchange_all(struct drain *d, bool last, int old[HOT_CNT], struct error *err)
{
	int rc;

	if (last)
		return swap_maps_exchange(d->hot, HOT_CNT, old, err);
	rc = swap_maps_exchange(d->hot + COUNTS, HOT_CNT - COUNTS, old + COUNTS, err);
	rc = swap_maps_exchange(d->hot + EVAL_SUBS, COUNTS - EVAL_SUBS, old + EVAL_SUBS, err) ?: rc;
	return swap_maps_exchange(d->hot + EVALS, 1, old + EVALS, err) ?: rc;
}

static int collect_all(struct drain *d, bool last, struct error *err)
{
	const struct collector collectors[HOT_CNT] = {
		[EVALS] = { d, sizeof(struct eval_key), sizeof(struct eval), gather_eval },
		[EVAL_SUBS] = { d, sizeof(struct sub_key), sizeof(struct sub), add_eval_sub },
		[DEFINED] = { d, sizeof(struct sub_key), sizeof(struct sub_defined), add_defined },
		[STMTS] = { d, sizeof(struct stmt_key), sizeof(struct stmt), add_stmt },
		[CALLS] = { d, sizeof(struct call_key), sizeof(struct call), add_call },
		[WAITS] = { d, sizeof(struct wait_key), sizeof(struct wait_time), add_wait },
		[CALL_WAITS] = { d, sizeof(struct call_key), sizeof(struct call_wait),
				 add_call_wait },
		[KEVENTS] = { d, sizeof(struct kevent_key), sizeof(struct kevent_value),
			      add_kevent },
	};
	int old[HOT_CNT], i, rc;

	d->collected_ns = clock_ns(d->clock);
	drain_charge_waits(d);
	rc = exchange_all(d, last, old, err);
	for (i = 0; i < HOT_CNT; i++) {
		if (!rc && old[i] >= 0)
			rc = i == SLOTS ? collect_slots(d, old[i], err) :
					  collect_map(&collectors[i], old[i], err);
		if (i == EVALS && !rc && eval_batch_take(&d->eval_batch, d->interps, d->names))
			rc = error_set(err, ENOMEM, "out of memory");
		close_fd(&old[i]);
	}
	return rc;
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
		rc = collect_all(d, last, err);
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
