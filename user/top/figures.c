// SPDX-License-Identifier: GPL-2.0-or-later
/* Differences between a profile now and at the last look, added to the items that they are of. */
#include "top/figures.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "util/screen_text.h"
#include "tracee/own.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"

/* A target can make any number of names. */
#define ITEMS_MAX 200000u
#define KEY_MAX	  (TEXT_MAX - 16)

#define RUNTIME	  "main::RUNTIME" /* NYTProf's name of what is in no sub */

/* The items of a process, or of all. */
struct scope {
	pid_t pid; /* 0: of all */
	struct top_item *items[TOP_KINDS];
	struct top_item *all; /* of those */
	unsigned tracees; /* images that have not ended */
	unsigned over; /* turns since there is none */
	UT_hash_handle hh;
};

/* What was taken of a profile. */
struct taken {
	const struct tracee *t;
	struct scope *scope;
	bool busy; /* there were samples at the last look */
	uint64_t *incl; /* samples, by sub id */
	size_t cnt;
	UT_hash_handle hh;
};

struct figures {
	uint64_t period_ns;
	double interval;
	double age;
	struct scope *scopes; /* hash */
	struct scope *of_all;
	struct taken *taken; /* hash */
	struct top_item *changed; /* list, by .changed */
	size_t item_cnt;
	uint64_t beyond;
};

/* ------------------------------------------------------------------------- items */

static void note_changed(struct figures *f, struct top_item *item)
{
	if (item->is_changed)
		return;
	item->is_changed = true;
	item->changed = f->changed;
	f->changed = item;
}

static void item_free(struct figures *f, struct top_item *item)
{
	free(item->label);
	free(item);
	f->item_cnt--;
}

static bool set_label(struct top_item *item, const char *name)
{
	char clean[TEXT_MAX], *label;

	text_clean(clean, name, strlen(name));
	if (item->label && !strcmp(item->label, clean))
		return true;
	label = strdup(clean);
	if (!label)
		return false;
	free(item->label);
	item->label = label;
	return true;
}

static struct top_item *item_make(struct figures *f, const char *key, size_t len, const char *name)
{
	struct top_item *item = calloc(1, sizeof(*item) + len + 1);

	if (!item)
		return NULL;
	memcpy(item->key, key, len);
	f->item_cnt++;
	if (set_label(item, name))
		return item;
	item_free(f, item);
	return NULL;
}

static struct top_item *item_of(struct figures *f, struct scope *s, enum top_kind kind,
				const char *key)
{
	size_t len = strnlen(key, KEY_MAX);
	struct top_item *item;

	HASH_FIND(hh, s->items[kind], key, len, item);
	if (item)
		return item;
	if (f->item_cnt >= ITEMS_MAX) {
		f->beyond++;
		return NULL;
	}
	item = item_make(f, key, len, key);
	if (item)
		HASH_ADD_KEYPTR(hh, s->items[kind], item->key, len, item);
	return item;
}

static void item_add(struct figures *f, struct top_item *item, const struct top_sums *add)
{
	if (!item)
		return;
	item->next.own += add->own;
	item->next.incl += add->incl;
	item->next.wait_ns += add->wait_ns;
	note_changed(f, item);
}

/* ------------------------------------------------------------------------ scopes */

static struct scope *scope_of(struct figures *f, pid_t pid)
{
	struct scope *s;

	HASH_FIND(hh, f->scopes, &pid, sizeof(pid), s);
	return s;
}

static struct scope *scope_make(struct figures *f, pid_t pid)
{
	struct scope *s = scope_of(f, pid);

	if (s)
		return s;
	s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->all = item_make(f, "", 0, "");
	if (!s->all) {
		free(s);
		return NULL;
	}
	s->pid = s->all->pid = pid;
	HASH_ADD(hh, f->scopes, pid, sizeof(s->pid), s);
	return s;
}

static void items_free(struct figures *f, struct scope *s)
{
	struct top_item *item, *next;
	unsigned kind;

	for (kind = 0; kind < TOP_KINDS; kind++) {
		HASH_ITER(hh, s->items[kind], item, next) {
			HASH_DEL(s->items[kind], item);
			item_free(f, item);
		}
	}
	item_free(f, s->all);
}

static void scope_free(struct figures *f, struct scope *s)
{
	HASH_DEL(f->scopes, s);
	items_free(f, s);
	free(s);
}

/* ----------------------------------------------------------------------- taking */

static void taken_free(struct figures *f, struct taken *k)
{
	HASH_DEL(f->taken, k);
	free(k->incl);
	free(k);
}

/* The row of the process in the list of all.  Its name changes when it executes a program. */
static struct top_item *process_item(struct figures *f, const struct tracee *t)
{
	struct top_item **items = &f->of_all->items[TOP_PROCESSES], *item;
	const char *name = t->application && *t->application ? t->application : t->comm;
	char pid[16];

	snprintf(pid, sizeof(pid), "%u", t->tgid);
	HASH_FIND_STR(*items, pid, item);
	if (!item) {
		item = item_make(f, pid, strlen(pid), name);
		if (!item)
			return NULL;
		item->pid = (pid_t)t->tgid;
		HASH_ADD_KEYPTR(hh, *items, item->key, strlen(item->key), item);
	}
	set_label(item, name); /* without memory it keeps the one before */
	return item;
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
	k->scope = scope_make(f, (pid_t)t->tgid);
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

static void add_named(struct figures *f, struct taken *k, enum top_kind kind, const char *key,
		      const struct top_sums *add)
{
	item_add(f, item_of(f, f->of_all, kind, key), add);
	item_add(f, item_of(f, k->scope, kind, key), add);
}

/* What was sampled in one line of one sub. */
static void take_own(struct figures *f, struct taken *k, const struct profile *p,
		     const struct own *own)
{
	const struct top_sums add = { .own = own->now };
	const struct profile_file *file = profile_find_fid(p, own->id.fid);
	char line[KEY_MAX];

	add_named(f, k, TOP_SUBS, p->subs[own->id.sub]->name, &add);
	snprintf(line, sizeof(line), "%.*s:%u", (int)sizeof(line) - 16, file ? file->name : "?",
		 own->id.line);
	add_named(f, k, TOP_LINES, line, &add);
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

static int make_room(struct taken *k, size_t cnt)
{
	uint64_t *more;

	if (cnt <= k->cnt)
		return 0;
	cnt += cnt / 2 + 16;
	more = reallocarray(k->incl, cnt, sizeof(*more));
	if (!more)
		return -ENOMEM;
	memset(more + k->cnt, 0, (cnt - k->cnt) * sizeof(*more));
	k->incl = more;
	k->cnt = cnt;
	return 0;
}

/* Samples in which the calls of each sub were open. */
static int take_incl(struct figures *f, struct taken *k, const struct profile *p)
{
	int64_t *ns __cleanup(free_ptr) = calloc(p->sub_cnt + 1, sizeof(*ns));
	const struct profile_call *call;
	struct top_sums add = {};
	uint64_t incl;
	size_t i;

	if (!ns || make_room(k, p->sub_cnt))
		return -ENOMEM;
	for (call = p->calls; call; call = call->hh.next)
		ns[call->id.callee] += call->counts.incl_ns;
	for (i = 0; i < p->sub_cnt; i++) {
		incl = ns[i] > 0 ? ((uint64_t)ns[i] + f->period_ns / 2) / f->period_ns : 0;
		if (incl <= k->incl[i])
			continue;
		add.incl = incl - k->incl[i];
		k->incl[i] = incl;
		add_named(f, k, TOP_SUBS, p->subs[i]->name, &add);
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
	add.own = add.incl = take_owns(f, k, t);
	k->busy = add.own > 0;
	item_add(f, process_item(f, t), &add);
	if (!k->busy && !was_busy)
		return 0;
	item_add(f, k->scope->all, &add);
	item_add(f, f->of_all->all, &add);
	add.own = 0;
	add_named(f, k, TOP_SUBS, RUNTIME, &add);
	return take_incl(f, k, t->profile);
}

void figures_end(struct figures *f, const struct tracee *t)
{
	struct top_item *item = process_item(f, t);
	struct taken *k;

	HASH_FIND_PTR(f->taken, &t, k);
	if (!k)
		return;
	k->scope->tracees--;
	if (item)
		item->ended = !k->scope->tracees;
	taken_free(f, k);
}

/* ------------------------------------------------------------------------- turns */

/* Moves what there was in the interval.  False: nothing. */
static bool item_turn(struct top_item *item)
{
	item->now = item->next;
	item->next = (struct top_sums){};
	item->total.own += item->now.own;
	item->total.incl += item->now.incl;
	item->total.wait_ns += item->now.wait_ns;
	return item->now.own || item->now.incl || item->now.wait_ns;
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
	item_free(f, item);
}

static void drop_ended(struct figures *f)
{
	struct scope *s, *next;

	HASH_ITER(hh, f->scopes, s, next) {
		if (!s->pid || s->tracees) {
			s->over = 0;
		} else if (++s->over == OVER_TURNS) {
			drop_process(f, s->pid);
			scope_free(f, s);
		}
	}
}

void figures_turn(struct figures *f, double seconds)
{
	struct top_item **at = &f->changed, *item;

	f->interval = seconds;
	f->age += seconds;
	while ((item = *at)) {
		if (item_turn(item)) {
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
		for (kind = 0; kind < TOP_KINDS; kind++) {
			for (item = s->items[kind]; item; item = item->hh.next)
				item->total = (struct top_sums){};
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
	f->of_all = scope_make(f, 0);
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

	if (!f)
		return;
	HASH_ITER(hh, f->taken, k, next_taken)
		taken_free(f, k);
	HASH_ITER(hh, f->scopes, s, next)
		scope_free(f, s);
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
