// SPDX-License-Identifier: GPL-2.0-or-later
/* The rows of a view: which items, and in which order. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "top/view.h"

static int64_t samples(uint64_t incl, uint64_t own)
{
	return (int64_t)(incl > own ? incl : own);
}

static int64_t value(const struct view *v, const struct top_item *item, enum top_column column)
{
	switch (column) {
	case COLUMN_OWN:
		return (int64_t)item->now.own;
	case COLUMN_INCL:
		return samples(item->now.incl, item->now.own);
	case COLUMN_TOTAL:
	case COLUMN_OWN_TIME:
		return (int64_t)item->total.own;
	case COLUMN_INCL_TIME:
		return samples(item->total.incl, item->total.own);
	case COLUMN_WAIT:
		return (int64_t)item->now.wait_ns;
	case COLUMN_WAIT_TIME:
		return (int64_t)item->total.wait_ns;
	default:
		return column < COLUMN_NAME ? view_event(v, item, column) : 0;
	}
}

/* The greatest first; what is the same in that column by its total, and then by its name. */
static int compare(const void *a, const void *b, void *arg)
{
	const struct top_item *x = *(struct top_item *const *)a, *y = *(struct top_item *const *)b;
	const struct view *v = arg;
	const enum top_column columns[] = { v->sort, COLUMN_OWN_TIME, COLUMN_INCL_TIME,
					    COLUMN_WAIT_TIME };
	int64_t of_x, of_y;
	size_t i;

	if (v->sort == COLUMN_PID)
		return (x->pid > y->pid) - (x->pid < y->pid);
	for (i = 0; i < sizeof(columns) / sizeof(columns[0]) && v->sort != COLUMN_NAME; i++) {
		of_x = value(v, x, columns[i]);
		of_y = value(v, y, columns[i]);
		if (of_x != of_y)
			return of_x < of_y ? 1 : -1;
	}
	return strcmp(x->label, y->label) ?: strcmp(x->key, y->key);
}

static bool has_any(const struct view *v, const struct top_item *item)
{
	const struct top_sums *now = &item->now, *total = &item->total;
	unsigned i;

	if (now->own || now->incl || now->wait_ns || total->own || total->incl || total->wait_ns)
		return true;
	for (i = 0; item->events && i < v->event_cnt; i++) {
		if (item->events[i].now || item->events[i].total)
			return true;
	}
	return false;
}

static bool is_shown(const struct view *v, const struct top_item *item)
{
	if (v->kind != TOP_PROCESSES && !has_any(v, item))
		return false;
	if (v->kind == TOP_PROCESSES && v->pid && item->pid != v->pid)
		return false;
	if (!*v->filter)
		return true;
	return v->has_regex ? !regexec(&v->regex, item->label, 0, NULL, 0) :
			      strstr(item->label, v->filter) != NULL;
}

int rows_make(struct rows *rows, const struct figures *f, const struct view *v)
{
	struct top_item *items = figures_items(f, v->kind, v->kind == TOP_PROCESSES ? 0 : v->pid);
	struct top_item *item;

	rows->cnt = 0;
	rows->all = calloc(HASH_COUNT(items) + 1ul, sizeof(struct top_item *));
	if (!rows->all)
		return -ENOMEM;
	for (item = items; item; item = item->hh.next) {
		if (is_shown(v, item))
			rows->all[rows->cnt++] = item;
	}
	qsort_r(rows->all, rows->cnt, sizeof(struct top_item *), compare, (void *)(uintptr_t)v);
	return 0;
}
