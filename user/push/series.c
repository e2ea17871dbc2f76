// SPDX-License-Identifier: GPL-2.0-or-later
#include "push/series.h"

#include <errno.h>
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

struct series_table {
	struct flush *flush;
	const struct push_options *options;
	struct series *all;
	unsigned cnt;
	uint64_t last_id;
	double begin; /* of the interval; seconds since the epoch */
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
static struct series *add(struct series_table *table, struct labels *l)
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
	s->id = ++table->last_id;
	LL_APPEND(table->all, s);
	table->cnt++;
	return s;
}

static struct series *find_or_add(struct series_table *table, struct labels *l)
{
	struct series *s = find(table, l);

	if (!s)
		return add(table, l);
	free(l->text);
	return s;
}

static struct series *series_by_labels(struct series_table *table, const struct tracee *t)
{
	const struct perl_image *image = probes_image(table->flush->probes, t->build);
	struct labels l;

	if (!labels_of(&l, t, image ? &image->build : NULL, table->options))
		return NULL;
	if (table->cnt < SERIES_MAX || find(table, &l))
		return find_or_add(table, &l);
	free(l.text);
	return labels_of_others(&l, table->options) ? find_or_add(table, &l) : NULL;
}

/* A process stays in its series, or its growth would not be a difference. NULL: out of memory. */
static struct series *series_of(struct series_table *table, struct tracee *t)
{
	struct series *s = t->series ? find_id(table, t->series) : NULL;

	s = s ?: series_by_labels(table, t);
	t->series = s ? s->id : 0;
	return s;
}

/* ---------------------------------------------------------------------------- add */

void series_add_ended(struct series_table *table, struct tracee *t)
{
	struct series *s = t->unwanted ? NULL : series_of(table, t);

	if (!s)
		return;
	s->used = true;
	growth_after(s->growth, t->profile);
}

static int add_living(struct series_table *table, struct series *s,
		      int (*to)(struct growth *g, struct profile *p))
{
	struct drain *drain = table->flush->drain;
	struct tracee *t;
	int rc = 0;

	for (t = drain ? drain_tracees(drain) : NULL; t && !rc; t = t->next) {
		if (t->unwanted || t->series != s->id)
			continue;
		s->used = true;
		rc = to(s->growth, t->profile);
	}
	return rc;
}

void series_begin_turn(struct series_table *table)
{
	struct drain *drain = table->flush->drain;
	struct series *s, *next;
	struct tracee *t;

	LL_FOREACH_SAFE(table->all, s, next) {
		if (!s->used)
			forget(table, s);
	}
	for (t = drain ? drain_tracees(drain) : NULL; t; t = t->next) {
		if (!t->unwanted)
			series_of(table, t); /* it is there then */
	}
	LL_FOREACH(table->all, s)
		s->due = true;
}

struct series *series_next_due(struct series_table *table)
{
	struct series *s = table->all;

	while (s && !s->due)
		s = s->next;
	return s;
}

int series_complete(struct series_table *table, struct series *s)
{
	s->due = s->used = false;
	return add_living(table, s, growth_after);
}

int series_turn(struct series_table *table, struct series *s)
{
	return growth_turn(s->growth) ?: add_living(table, s, growth_before);
}
