// SPDX-License-Identifier: GPL-2.0-or-later
/* Differences between a profile now and at the last look, added to the items that they are of. */
#include "top/figures_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "text/screen_text.h"
#include "tracee/own.h"
#include "tracee/tracee.h"
#include "tracee/tracee_file.h"
#include "util/cleanup.h"

/* ----------------------------------------------------------------------- taking */

static void taken_free(struct figures *f, struct taken *k)
{
	HASH_DEL(f->taken, k);
	free(k->incl);
	free(k->excl);
	figures_forget_plain(k);
	figures_forget_events(k);
	free(k);
}

/* Its name changes when it executes a program. */
static struct top_item *process_item(struct figures *f, const struct tracee *t)
{
	return figures_process_item(f, (pid_t)t->tgid,
				    t->application && *t->application ? t->application : t->comm);
}

static struct taken *taken_of(struct figures *f, const struct tracee *t)
{
	struct top_item *item;
	struct taken *k;

	HASH_FIND_PTR(f->taken, &t, k);
	if (k)
		return k;
	k = calloc(1, sizeof(*k));
	if (!k)
		return NULL;
	k->t = t;
	k->scope = figures_scope_make(f, (pid_t)t->tgid);
	if (!k->scope) {
		free(k);
		return NULL;
	}
	k->scope->tracees++;
	HASH_ADD_PTR(f->taken, t, k);
	item = process_item(f, t);
	if (item)
		item->ended = false;
	return k;
}

/* What was sampled in one line of one sub. */
static void take_own(struct figures *f, struct taken *k, const struct profile *p,
		     const struct own *own)
{
	const struct top_sums add = { .own = own->now };
	const struct profile_file *file = profile_find_fid(p, own->id.fid);
	char line[KEY_MAX];

	figures_add_named(f, k->scope, TOP_SUBS, p->subs[own->id.sub]->name, &add);
	figures_line_key(line, file, own->id.line);
	figures_add_named(f, k->scope, TOP_LINES, line, &add);
}

static uint64_t take_owns(struct figures *f, struct taken *k, const struct tracee *t)
{
	struct own *own;
	uint64_t sum = 0;

	for (own = t->own; own; own = own->hh.next) {
		own->now = own->cnt - own->seen;
		own->seen = own->cnt;
		sum += own->now;
		if (own->now)
			take_own(f, k, t->profile, own);
	}
	return sum;
}

/* Samples in which the calls of each sub were open. */
static int take_incl(struct figures *f, struct taken *k, const struct profile *p)
{
	int64_t *ns __cleanup(free_ptr) = calloc(p->sub_cnt + 1, sizeof(*ns));
	const struct profile_call *call;
	struct top_sums add = {};
	uint64_t incl;
	size_t i;

	if (!ns || figures_make_room(k, p->sub_cnt))
		return -ENOMEM;
	for (call = p->calls; call; call = call->hh.next)
		ns[call->id.callee] += call->counts.incl_ns;
	for (i = 0; i < p->sub_cnt; i++) {
		ns[i] -= k->wall ? p->subs[i]->wait_incl_ns : 0;
		incl = ns[i] > 0 ? ((uint64_t)ns[i] + f->period_ns / 2) / f->period_ns : 0;
		if (incl <= k->incl[i])
			continue;
		add.incl = incl - k->incl[i];
		k->incl[i] = incl;
		figures_add_named(f, k->scope, TOP_SUBS, p->subs[i]->name, &add);
	}
	return 0;
}

/* A call can come a look later than its samples. */
int figures_take(struct figures *f, struct tracee *t)
{
	struct taken *k = taken_of(f, t);
	struct top_sums add = {};
	bool was_busy;

	if (!k)
		return -ENOMEM;
	was_busy = k->busy;
	k->wall = tracee_wait_sign(t) > 0;
	add.own = add.incl = t->naming.own ? take_owns(f, k, t) :
					     figures_take_plain(f, k, t->profile);
	add.wait_ns = figures_take_waits(f, k, t->profile);
	figures_take_events(f, k, t->profile, process_item(f, t));
	k->busy = add.own > 0;
	figures_item_add(f, process_item(f, t), &add);
	figures_item_add(f, k->scope->all, &add);
	figures_item_add(f, f->of_all->all, &add);
	if (!k->busy && !was_busy)
		return 0;
	add.own = add.wait_ns = 0;
	figures_add_named(f, k->scope, TOP_SUBS, RUNTIME, &add);
	return take_incl(f, k, t->profile);
}

void figures_end(struct figures *f, const struct tracee *t)
{
	struct top_item *item;
	struct taken *k;

	HASH_FIND_PTR(f->taken, &t, k);
	if (!k)
		return;
	item = process_item(f, t);
	k->scope->tracees--;
	if (item)
		item->ended = !k->scope->tracees;
	taken_free(f, k);
}

/* ------------------------------------------------------------------------- turns */

/* Moves what there was in the interval.  False: nothing. */
static bool item_turn(const struct figures *f, struct top_item *item)
{
	bool has_events = figures_turn_events(f, item);

	item->now = item->next;
	item->next = (struct top_sums){};
	item->total.own += item->now.own;
	item->total.incl += item->now.incl;
	item->total.wait_ns += item->now.wait_ns;
	return item->now.own || item->now.incl || item->now.wait_ns || has_events;
}

/*
 * A process that has ended is shown for one interval more.  Two turns later nothing of it is on the
 * list of what has changed.
 */
#define OVER_TURNS 3

static void drop_process(struct figures *f, pid_t pid)
{
	struct top_item *item;
	char key[16];

	snprintf(key, sizeof(key), "%d", pid);
	HASH_FIND_STR(f->of_all->items[TOP_PROCESSES], key, item);
	if (!item)
		return;
	HASH_DEL(f->of_all->items[TOP_PROCESSES], item);
	figures_item_free(f, item);
}

static void drop_ended(struct figures *f)
{
	struct scope *s, *next;

	HASH_ITER(hh, f->scopes, s, next) {
		if (!s->pid || s->tracees) {
			s->over = 0;
		} else if (++s->over == OVER_TURNS) {
			drop_process(f, s->pid);
			figures_scope_free(f, s);
		}
	}
}

void figures_turn(struct figures *f, double seconds)
{
	struct top_item **at = &f->changed, *item;

	f->interval = seconds;
	f->age += seconds;
	while ((item = *at)) {
		if (item_turn(f, item)) {
			at = &item->changed;
			continue;
		}
		item->is_changed = false;
		*at = item->changed;
	}
	drop_ended(f);
}

void figures_reset(struct figures *f)
{
	struct top_item *item;
	struct scope *s;
	unsigned kind;

	f->age = 0;
	for (s = f->scopes; s; s = s->hh.next) {
		s->all->total = (struct top_sums){};
		figures_reset_events(f, s->all);
		for (kind = 0; kind < TOP_KINDS; kind++) {
			for (item = s->items[kind]; item; item = item->hh.next) {
				item->total = (struct top_sums){};
				figures_reset_events(f, item);
			}
		}
	}
}

/* --------------------------------------------------------------------- new, free */

struct figures *figures_new(uint64_t period_ns)
{
	struct figures *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->period_ns = period_ns;
	f->of_all = figures_scope_make(f, 0);
	if (!f->of_all) {
		free(f);
		return NULL;
	}
	return f;
}

void figures_free(struct figures *f)
{
	struct taken *k, *next_taken;
	struct scope *s, *next;
	unsigned i;

	if (!f)
		return;
	for (i = 0; i < f->event_cnt; i++)
		free(f->events[i]);
	HASH_ITER(hh, f->taken, k, next_taken)
		taken_free(f, k);
	HASH_ITER(hh, f->scopes, s, next)
		figures_scope_free(f, s);
	free(f);
}

struct top_item *figures_items(const struct figures *f, enum top_kind kind, pid_t pid)
{
	struct scope *s;

	HASH_FIND(hh, f->scopes, &pid, sizeof(pid), s);
	return s ? s->items[kind] : NULL;
}

const struct top_item *figures_all(const struct figures *f, pid_t pid)
{
	struct scope *s;

	HASH_FIND(hh, f->scopes, &pid, sizeof(pid), s);
	return s ? s->all : NULL;
}

double figures_period(const struct figures *f)
{
	return (double)f->period_ns / 1e9;
}

double figures_interval(const struct figures *f)
{
	return f->interval;
}

double figures_age(const struct figures *f)
{
	return f->age;
}

uint64_t figures_beyond(const struct figures *f)
{
	return f->beyond;
}
