// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/series.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "diff/growth.h"
#include "drain/drain.h"
#include "options/push_options.h"
#include "output/flush.h"
#include "perl/perl_image.h"
#include "probes/probes.h"
#include "tracee/tracee.h"
#include "util/clock.h"

struct series_table {
	struct flush *flush;
	const struct push_options *options;
	struct series *all;
	unsigned cnt;
	uint64_t last_id;
	double begin; /* of the interval; seconds since the epoch */
	uint64_t turn; /* how many there were; a tracee has that of its last cut */
	unsigned lost; /* processes that are in no series, for want of memory */
	bool cutting; /* some are cut, and others are not yet */
};

struct series_table *series_new(struct flush *flush, const struct push_options *o)
{
	struct series_table *table = calloc(1, sizeof(*table));

	if (!table)
		return NULL;
	table->flush = flush;
	table->options = o;
	table->begin = growth_now();
	return table;
}

static void forget(struct series_table *table, struct series *s)
{
	LL_DELETE(table->all, s);
	table->cnt--;
	growth_free(s->growth);
	free(s->labels.text);
	free(s);
}

void series_free(struct series_table *table)
{
	if (!table)
		return;
	while (table->all)
		forget(table, table->all);
	free(table);
}

/* --------------------------------------------------------------------------- find */

static struct series *find_id(const struct series_table *table, uint64_t id)
{
	struct series *s = table->all;

	while (s && s->id != id)
		s = s->next;
	return s;
}

static struct series *find(const struct series_table *table, const struct labels *l)
{
	struct series *s = table->all;

	while (s && (s->labels.len != l->len || memcmp(s->labels.text, l->text, l->len) != 0))
		s = s->next;
	return s;
}

/* Takes the labels over. NULL: out of memory. */
static struct series *add(struct series_table *table, struct labels *l, uint32_t user)
{
	struct series *s = calloc(1, sizeof(*s));

	if (s)
		s->growth = growth_new(table->begin);
	if (!s || !s->growth) {
		free(l->text);
		free(s);
		return NULL;
	}
	s->labels = *l;
	s->user = user;
	s->id = ++table->last_id;
	LL_APPEND(table->all, s);
	table->cnt++;
	return s;
}

static struct series *find_or_add(struct series_table *table, struct labels *l, uint32_t user)
{
	struct series *s = find(table, l);

	if (!s)
		return add(table, l, user);
	free(l->text);
	return s;
}

/* A user who starts programs of many names is not to take the others' series. */
static bool has_room(const struct series_table *table, uint32_t user)
{
	const struct series *s;
	unsigned cnt = 0;

	for (s = table->all; s && user; s = s->next)
		cnt += s->user == user;
	return table->cnt < SERIES_MAX && cnt < SERIES_OF_USER;
}

static struct series *series_by_labels(struct series_table *table, const struct tracee *t)
{
	const struct perl_image *image = probes_image(table->flush->probes, t->build);
	struct labels l;

	if (!labels_of(&l, t, image ? &image->build : NULL, table->options))
		return NULL;
	if (has_room(table, t->user) || find(table, &l))
		return find_or_add(table, &l, t->user);
	free(l.text);
	return labels_of_others(&l, table->options) ? find_or_add(table, &l, 0) : NULL;
}

/* A process stays in its series, or its growth would not be a difference. NULL: out of memory. */
static struct series *series_of(struct series_table *table, struct tracee *t)
{
	struct series *s = t->series ? find_id(table, t->series) : NULL;

	s = s ?: series_by_labels(table, t);
	t->series = s ? s->id : 0;
	table->lost += !s;
	return s;
}

/* ---------------------------------------------------------------------------- cut */

void series_end(struct series_table *table, struct tracee *t)
{
	struct series *s = t->unwanted ? NULL : series_of(table, t);

	if (!s)
		return;
	s->used = true;
	growth_end(s->growth, t->profile, table->cutting && t->series_cut == table->turn);
}

void series_begin_cut(struct series_table *table)
{
	table->cutting = true;
	table->turn++;
}

static void cut(struct series_table *table, struct tracee *t)
{
	struct series *s = series_of(table, t);

	t->series_cut = table->turn;
	if (!s)
		return;
	s->used = true;
	growth_cut(s->growth, t->profile);
}

bool series_cut(struct series_table *table, uint64_t ns)
{
	struct drain *drain = table->flush->drain;
	uint64_t begin_ns = mono_ns();
	struct tracee *t;

	for (t = drain ? drain_tracees(drain) : NULL; t; t = t->next) {
		if (t->unwanted || t->series_cut == table->turn)
			continue;
		cut(table, t);
		if (mono_ns() - begin_ns >= ns)
			return false; /* the rest another time */
	}
	return true;
}

/* One that nobody has used is forgotten: it has no growth. */
void series_turn(struct series_table *table)
{
	struct series *s, *next;

	table->cutting = false;
	table->begin = growth_now();
	LL_FOREACH_SAFE(table->all, s, next) {
		if (!s->used) {
			forget(table, s);
			continue;
		}
		s->used = false;
		growth_turn(s->growth);
	}
}

unsigned series_lost(struct series_table *table)
{
	unsigned lost = table->lost;

	table->lost = 0;
	return lost;
}

struct series *series_all(struct series_table *table)
{
	return table->all;
}
