// SPDX-License-Identifier: GPL-2.0-or-later
/* Maps to profiles; sums nothing itself, resolves no name. */
#include "drain.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uthash.h>

#include "attach/object.h"
#include "drain/evals.h"
#include "drain/hot.h"
#include "drain/names.h"
#include "drain/roots.h"
#include "drain/source.h"
#include "drain/tracee.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/error.h"

#define BATCH 4096 /* entries that are read with one call */

/* A part of an interpreter's life that has a profile of its own; nearly always there is but one. */
struct interp_part {
	uint32_t nr;
	struct part record; /* up to its end */
	struct part before; /* up to its begin */
	struct tracee *tracee;
	bool ended;
	bool settled; /* and its last counts are in the maps that are current, or were collected */
	struct interp_part *next; /* the part before it */
};

struct interp_entry {
	uint32_t id;
	struct interp info;
	/* Those whose counts have not all been collected, at least one; the latest first. */
	struct interp_part *parts;
	UT_hash_handle hh;
};

struct eval_entry {
	struct eval_key key;
	struct eval eval;
};

/* The evals of a collection, to be taken in the order of their compilation. */
struct eval_batch {
	struct eval_entry *entries;
	size_t cnt;
	size_t room;
};

struct drain {
	struct maps maps;
	struct naming naming;
	struct hot stmts;
	struct hot calls;
	struct hot evals;
	struct hot eval_subs;
	struct hot defined;
	struct eval_batch eval_batch;
	uint64_t parts; /* of strings that were left in the map by the last collection */
	long stdin_from; /* where ours was before a command could read it; -1: nowhere */
	struct names *names;
	struct roots *roots;
	struct interp_entry *interps;
	struct tracee *tracees;
	unsigned tracee_cnt; /* that there ever were */
	uint32_t hot_entries; /* that fit into one of the hot maps */
	uint64_t orphans; /* counts whose interpreter is not known */
};

struct drain *drain_new(const struct maps *maps, const struct naming *naming)
{
	struct drain *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	d->maps = *maps;
	d->naming = *naming;
	d->hot_entries = 1u << 17;
	d->stdin_from = lseek(STDIN_FILENO, 0, SEEK_CUR);
	d->names = names_new(maps);
	d->roots = roots_new();
	d->stmts.inner = d->calls.inner = d->evals.inner = d->eval_subs.inner = d->defined.inner =
		-1;
	if (!d->names || !d->roots ||
	    hot_init(&d->stmts, maps->stmts, maps->stmts_first, maps->btf) ||
	    hot_init(&d->calls, maps->calls, maps->calls_first, maps->btf) ||
	    hot_init(&d->evals, maps->evals, maps->evals_first, maps->btf) ||
	    hot_init(&d->eval_subs, maps->eval_subs, maps->eval_subs_first, maps->btf) ||
	    hot_init(&d->defined, maps->defined, maps->defined_first, maps->btf)) {
		drain_free(d);
		return NULL;
	}
	return d;
}

static void drop_interp(struct drain *d, struct interp_entry *entry);

void drain_free(struct drain *d)
{
	struct interp_entry *entry, *next;
	struct tracee *t;

	if (!d)
		return;
	HASH_ITER(hh, d->interps, entry, next)
		drop_interp(d, entry);
	while ((t = d->tracees)) {
		d->tracees = t->next;
		tracee_free(t);
	}
	hot_release(&d->stmts);
	hot_release(&d->calls);
	hot_release(&d->evals);
	hot_release(&d->eval_subs);
	hot_release(&d->defined);
	free(d->eval_batch.entries);
	names_free(d->names);
	roots_free(d->roots);
	free(d);
}

void drain_note_process(struct drain *d, pid_t pid)
{
	roots_note(d->roots, pid);
}

/* --------------------------------------------------------------- interpreters */

static struct interp_entry *learn_interp(struct drain *d, uint32_t id);

/* The process image that an interpreter belongs to: one that still runs, or a new one. */
static struct tracee *tracee_of(struct drain *d, const struct interp *in)
{
	struct tracee *t, **end = &d->tracees;
	struct interp_entry *parent = NULL;

	/* Nobody says which is met first. */
	if (in->forked_from)
		parent = learn_interp(d, in->forked_from);
	for (t = d->tracees; t; t = t->next) {
		if (t->tgid == in->tgid && t->running && !t->part)
			return t;
		end = &t->next;
	}
	t = tracee_new(in, &d->naming, roots_open(d->roots, in),
		       evals_new(parent ? parent->parts->tracee->evals : NULL, in->forked_from,
				 in->start_ns));
	if (t && !strcmp(t->application, "-"))
		t->code = source_of_stdin(t, in, d->stdin_from);
	if (t) {
		t->order = d->tracee_cnt++;
		*end = t;
	}
	return t;
}

static struct interp_part *add_part(struct interp_entry *entry, struct tracee *t, uint32_t nr)
{
	struct interp_part *part = t ? calloc(1, sizeof(*part)) : NULL;

	if (!part)
		return NULL;
	part->nr = nr;
	part->tracee = t;
	part->next = entry->parts;
	entry->parts = part;
	t->live++;
	t->running++;
	return part;
}

/* What the program has said of it; not all parts have an entry. */
static void read_part(struct drain *d, const struct interp_entry *entry, struct interp_part *part)
{
	struct part_key key = { .interp = entry->id, .part = part->nr };

	if (!bpf_map_lookup_elem(d->maps.parts, &key, &part->record))
		tracee_set_part(part->tracee, d->names, part->nr, &part->record);
	else if (part->nr)
		part->tracee->closed = true;
}

static void end_part(struct drain *d, const struct interp_entry *entry, struct interp_part *part)
{
	read_part(d, entry, part);
	part->ended = true;
	part->tracee->running--;
}

/* The program has gone on to another profile: up to the one that it is in now. */
static int follow_parts(struct drain *d, struct interp_entry *entry)
{
	while (entry->parts->nr < entry->info.part) {
		struct interp_part *last = entry->parts;
		struct tracee *t = tracee_succeed(last->tracee, &entry->info);

		if (!add_part(entry, t, last->nr + 1)) {
			tracee_free(t);
			return -ENOMEM;
		}
		end_part(d, entry, last);
		entry->parts->before = last->record;
		last->tracee->next_ns = last->record.end_ns;
		t->next = last->tracee->next;
		last->tracee->next = t;
	}
	if (!entry->parts->ended)
		read_part(d, entry, entry->parts);
	return 0;
}

static struct interp_entry *learn_interp(struct drain *d, uint32_t id)
{
	struct interp_entry *entry;

	HASH_FIND(hh, d->interps, &id, sizeof(id), entry);
	if (entry)
		return entry;
	entry = calloc(1, sizeof(*entry));
	if (!entry || bpf_map_lookup_elem(d->maps.interps, &id, &entry->info) ||
	    !entry->info.filled || !add_part(entry, tracee_of(d, &entry->info), 0)) {
		free(entry);
		return NULL;
	}
	entry->id = id;
	HASH_ADD(hh, d->interps, id, sizeof(entry->id), entry);
	follow_parts(d, entry);
	return entry;
}

/* Whose counts under a key are. */
static struct tracee *find_tracee(struct drain *d, uint32_t id, uint32_t nr)
{
	struct interp_entry *entry = learn_interp(d, id);
	struct interp_part *part;

	if (entry && entry->parts->nr < nr &&
	    !bpf_map_lookup_elem(d->maps.interps, &id, &entry->info))
		follow_parts(d, entry);
	for (part = entry ? entry->parts : NULL; part; part = part->next) {
		if (part->nr == nr)
			return part->tracee;
	}
	return NULL;
}

static bool has_ended(const struct interp_entry *entry)
{
	return entry->parts->ended;
}

/* What the BPF side says of it now. */
static void refresh_interp(struct drain *d, struct interp_entry *entry)
{
	struct interp_part *last;

	if (has_ended(entry) || bpf_map_lookup_elem(d->maps.interps, &entry->id, &entry->info))
		return;
	follow_parts(d, entry);
	if (entry->info.end == END_NONE)
		return;
	last = entry->parts;
	end_part(d, entry, last);
	last->record.events = entry->info.events;
	last->record.overhead_ns = entry->info.overhead_ns;
	last->record.end_ns = entry->info.end_ns;
}

int drain_event(struct drain *d, const struct event *ev)
{
	struct interp_entry *entry;

	if (ev->type != EVENT_START && ev->type != EVENT_END && ev->type != EVENT_PART)
		return 0;
	entry = learn_interp(d, ev->interp);
	if (entry && ev->type != EVENT_START)
		refresh_interp(d, entry); /* before a successor in the same process is met */
	return entry || ev->type == EVENT_END ? 0 : -ENOMEM;
}

/*
 * Those whose interpreters have ended by now will be complete after the next exchange.
 * Notices can be lost, so the map is what counts.
 */
static void note_ends(struct drain *d)
{
	struct interp_entry *entry;
	struct interp_part *part;
	uint32_t id = 0, next;
	bool more;

	for (entry = d->interps; entry; entry = entry->hh.next)
		refresh_interp(d, entry);
	for (more = !bpf_map_get_next_key(d->maps.interps, NULL, &next); more;
	     more = !bpf_map_get_next_key(d->maps.interps, &id, &next)) {
		id = next;
		entry = learn_interp(d, id);
		if (entry)
			refresh_interp(d, entry);
	}
	for (entry = d->interps; entry; entry = entry->hh.next) {
		for (part = entry->parts; part; part = part->next)
			part->settled = part->ended;
	}
}

/* Those that have ended and were collected; true: none is left. */
static bool retire_parts(struct drain *d, struct interp_entry *entry)
{
	struct interp_part **at = &entry->parts, *part;

	while ((part = *at)) {
		struct part_key key = { .interp = entry->id, .part = part->nr };

		if (!part->settled) {
			at = &part->next;
			continue;
		}
		tracee_add_part(part->tracee, &part->record, &part->before);
		if (part->nr == entry->info.part) {
			tracee_add_interp(part->tracee, &entry->info);
			evals_drop(part->tracee->evals, entry->id);
		}
		part->tracee->live--;
		bpf_map_delete_elem(d->maps.parts, &key);
		*at = part->next;
		free(part);
	}
	return !entry->parts;
}

static void drop_interp(struct drain *d, struct interp_entry *entry)
{
	struct interp_part *part;

	while ((part = entry->parts)) {
		entry->parts = part->next;
		free(part);
	}
	HASH_DEL(d->interps, entry);
	free(entry);
}

static void retire_ended(struct drain *d)
{
	struct interp_entry *entry, *next;

	HASH_ITER(hh, d->interps, entry, next) {
		if (!retire_parts(d, entry))
			continue;
		bpf_map_delete_elem(d->maps.interps, &entry->id);
		drop_interp(d, entry);
	}
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
	struct tracee *t = find_tracee(d, k->interp, k->part);

	if (t)
		return tracee_add_stmt(t, d->names, k, value);
	d->orphans += ((const struct stmt *)value)->cnt;
	return 0;
}

static int add_call(struct drain *d, const void *key, const void *value)
{
	const struct call_key *k = key;
	struct tracee *t = find_tracee(d, k->interp, k->part);

	if (t)
		return tracee_add_call(t, d->names, k, value);
	d->orphans += ((const struct call *)value)->cnt;
	return 0;
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
		error_set(err, -rc, "can't take over what was recorded: %s", strerror(-rc));
	return rc;
}

/* ----------------------------------------------------------------------- evals */

static int gather_eval(struct drain *d, const void *key, const void *value)
{
	struct eval_batch *b = &d->eval_batch;
	size_t room = b->room ? 2 * b->room : 256;
	struct eval_entry *more;

	if (b->cnt == b->room) {
		more = reallocarray(b->entries, room, sizeof(*more));
		if (!more)
			return -ENOMEM;
		b->entries = more;
		b->room = room;
	}
	b->entries[b->cnt].key = *(const struct eval_key *)key;
	b->entries[b->cnt++].eval = *(const struct eval *)value;
	return 0;
}

static int compare_evals(const void *a, const void *b)
{
	const struct eval_key *x = &((const struct eval_entry *)a)->key;
	const struct eval_key *y = &((const struct eval_entry *)b)->key;

	if (x->interp != y->interp)
		return x->interp < y->interp ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static int add_evals(struct drain *d)
{
	struct eval_batch *b = &d->eval_batch;
	size_t i;
	int rc = 0;

	qsort(b->entries, b->cnt, sizeof(*b->entries), compare_evals);
	for (i = 0; i < b->cnt && !rc; i++) {
		struct interp_entry *interp = learn_interp(d, b->entries[i].key.interp);

		if (interp)
			rc = tracee_add_eval(interp->parts->tracee, d->names, &b->entries[i].key,
					     &b->entries[i].eval);
	}
	names_age_source(d->names);
	for (i = 0; i < b->cnt; i++)
		names_forget_source(d->names, &b->entries[i].eval);
	free(b->entries);
	memset(b, 0, sizeof(*b));
	return rc;
}

static int add_eval_sub(struct drain *d, const void *key, const void *value)
{
	const struct sub_key *k = key;
	struct interp_entry *entry = learn_interp(d, k->interp);

	return entry ? tracee_add_eval_sub(entry->parts->tracee, k, value) : 0;
}

static int add_defined(struct drain *d, const void *key, const void *value)
{
	const struct sub_key *k = key;
	struct interp_entry *entry = learn_interp(d, k->interp);

	return entry ? evals_define(entry->parts->tracee->evals, k,
				    ((const struct sub_defined *)value)->at) :
		       0;
}

/* ------------------------------------------------------------------------- all */

/* In the strings map, about. */
static uint64_t string_parts(const struct drain *d)
{
	struct usage added = {}, removed = {};
	uint32_t which = USAGE_ADDED;

	bpf_map_lookup_elem(d->maps.usages, &which, &added);
	which = USAGE_REMOVED;
	bpf_map_lookup_elem(d->maps.usages, &which, &removed);
	return added.string_parts - removed.string_parts;
}

/* The maps that are drained, in the order in which they are read. */
enum {
	EVALS,
	EVAL_SUBS,
	DEFINED,
	STMTS,
	CALLS,
	HOT_CNT,
};

/*
 * The evals are exchanged last and read first: what is counted in one finds it known, and so does an
 * eval that was compiled by another.
 */
static int collect_all(struct drain *d, struct error *err)
{
	const struct collector collectors[HOT_CNT] = {
		[EVALS] = { d, sizeof(struct eval_key), sizeof(struct eval), gather_eval },
		[EVAL_SUBS] = { d, sizeof(struct sub_key), sizeof(struct sub), add_eval_sub },
		[DEFINED] = { d, sizeof(struct sub_key), sizeof(struct sub_defined), add_defined },
		[STMTS] = { d, sizeof(struct stmt_key), sizeof(struct stmt), add_stmt },
		[CALLS] = { d, sizeof(struct call_key), sizeof(struct call), add_call },
	};
	struct hot *const hot[HOT_CNT] = { &d->evals, &d->eval_subs, &d->defined, &d->stmts,
					   &d->calls };
	int old[HOT_CNT], i, rc = 0;

	for (i = HOT_CNT - 1; i >= 0; i--)
		old[i] = hot_exchange(hot[i], err);
	for (i = 0; i < HOT_CNT; i++) {
		rc = rc ?: old[i] < 0 ? old[i] : collect_map(&collectors[i], old[i], err);
		if (i == EVALS && !rc && add_evals(d))
			rc = error_set(err, ENOMEM, "out of memory");
		close_fd(&old[i]);
	}
	return rc;
}

int drain_collect(struct drain *d, struct error *err)
{
	const struct pressure none = {};
	struct tracee *t;
	uint32_t zero = 0;
	int rc;

	note_ends(d);
	bpf_map_update_elem(d->maps.pressures, &zero, &none, BPF_ANY);
	rc = collect_all(d, err);
	d->parts = string_parts(d);
	for (t = d->tracees; t && !rc; t = t->next) {
		if (call_tree_fold(&t->profile->call_tree))
			rc = error_set(err, ENOMEM, "out of memory");
	}
	if (!rc)
		retire_ended(d);
	return rc;
}

bool drain_is_pressed(const struct drain *d)
{
	struct pressure p;
	uint32_t zero = 0;

	if (bpf_map_lookup_elem(d->maps.pressures, &zero, &p))
		return false;
	return p.stmts > d->hot_entries / 2 || p.calls > d->hot_entries / 2 ||
	       p.evals > d->hot_entries / 2 || p.eval_subs > d->hot_entries / 2 ||
	       p.defined > d->hot_entries / 2 ||
	       string_parts(d) - d->parts > STRING_ENTRIES / 16; /* source of evals */
}

/* --------------------------------------------------------------------- tracees */

struct tracee *drain_take(struct drain *d, bool any)
{
	struct tracee **at, *t;

	for (at = &d->tracees; (t = *at); at = &t->next) {
		if (t->live && !any)
			continue;
		*at = t->next;
		t->next = NULL;
		tracee_list_defined(t, d->names); /* without memory it has those that were called */
		return t;
	}
	return NULL;
}

struct tracee *drain_tracees(struct drain *d)
{
	return d->tracees;
}

int drain_list_defined(struct drain *d, struct tracee *t)
{
	return tracee_list_defined(t, d->names);
}

void drain_each_interp(struct drain *d,
		       void (*visit)(const struct interp *in, struct tracee *t, void *arg),
		       void *arg)
{
	struct interp_entry *entry;

	note_ends(d);
	for (entry = d->interps; entry; entry = entry->hh.next) {
		if (!has_ended(entry))
			visit(&entry->info, entry->parts->tracee, arg);
	}
}

void drain_losses(struct drain *d, uint64_t lost[LOSS_CNT])
{
	uint32_t i;

	for (i = 0; i < LOSS_CNT; i++) {
		lost[i] = 0;
		bpf_map_lookup_elem(d->maps.losses, &i, &lost[i]);
	}
	lost[LOSS_INTERPS] += d->orphans;
}
