// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Each entry of the maps of counts to the profile of its interpreter; sums nothing itself, resolves
 * no name.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "drain/drain.h"
#include "drain/drain_parts.h"
#include "drain/interps.h"
#include "evals/evals.h"
#include "nytprof/kevents.h"
#include "nytprof/limits.h"
#include "profile/kevents.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "waits/kevent_words.h"
#include "waits/wait_words.h"

#define BATCH 4096 /* entries that are read with one call */

/* ------------------------------------------------------------------ what is added */

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

/* The allocations of a place, and what is left of them. */
static int add_malloc(struct drain *d, struct tracee *t, const struct kevent_key *k,
		      const struct kevent_value *value)
{
	const struct kevent_sum *sum = &value->sum;
	struct kevent_value got = *value, live = *value;
	int rc = 0;

	got.sum = (struct kevent_sum){ .cnt = sum->cnt, .bytes = sum->bytes };
	live.sum = (struct kevent_sum){ .cnt = sum->cnt - sum->errors,
					.bytes = sum->bytes - (int64_t)sum->ns };
	if (got.sum.cnt)
		rc = tracee_add_kevent(t, d->names, k, &got, EVENT_MALLOC, "");
	if (!rc && (live.sum.cnt || live.sum.bytes))
		rc = tracee_add_kevent(t, d->names, k, &live, EVENT_MALLOC_LIVE, "");
	return rc;
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
	if (k->event >> 16 == KEVENT_MALLOC)
		return add_malloc(d, t, k, value);
	named = k->object.kind && !bpf_map_lookup_elem(d->maps.wait_names, &k->object, &name);
	if (!t->unwanted && kevent_totals_add(&d->kevents, k, d->tracepoints,
					      &((const struct kevent_value *)value)->sum))
		return -ENOMEM;
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

int drain_collect_maps(struct drain *d, bool last, struct error *err)
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
