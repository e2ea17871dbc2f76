// SPDX-License-Identifier: GPL-2.0-or-later
/* The rows of a view: which items, and in which order. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "top/view.h"

static uint64_t max(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t value(const struct top_item *item, enum top_column column)
{
	switch (column) {
	case COLUMN_OWN:
		return item->now.own;
	case COLUMN_INCL:
		return max(item->now.incl, item->now.own);
	case COLUMN_TOTAL:
	case COLUMN_OWN_TIME:
		return item->total.own;
	case COLUMN_INCL_TIME:
		return max(item->total.incl, item->total.own);
	case COLUMN_WAIT:
		return item->now.wait_ns;
	case COLUMN_WAIT_TIME:
		return item->total.wait_ns;
	default:
		return 0;
	}
}

/* The greatest first; what is the same in that column by its total, and then by its name. */
static int compare(const void *a, const void *b, void *arg)
{
	const struct top_item *x = *(struct top_item *const *)a, *y = *(struct top_item *const *)b;
	const struct view *v = arg;
	const enum top_column columns[] = { v->sort, COLUMN_OWN_TIME, COLUMN_INCL_TIME,
					    COLUMN_WAIT_TIME };
	uint64_t of_x, of_y;
	size_t i;

	if (v->sort == COLUMN_PID)
		return (x->pid > y->pid) - (x->pid < y->pid);
	for (i = 0; i < sizeof(columns) / sizeof(columns[0]) && v->sort != COLUMN_NAME; i++) {
		of_x = value(x, columns[i]);
		of_y = value(y, columns[i]);
		if (of_x != of_y)
			return of_x < of_y ? 1 : -1;
	}
	return strcmp(x->label, y->label) ?: strcmp(x->key, y->key);
}

static bool has_any(const struct top_sums *s)
{
	return s->own || s->incl || s->wait_ns;
}

static bool is_shown(const struct view *v, const struct top_item *item)
{
	if (v->kind != TOP_PROCESSES && !has_any(&item->now) && !has_any(&item->total))
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
