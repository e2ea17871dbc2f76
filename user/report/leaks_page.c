// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What is still there at the end: by line, and by stack.  From --event=malloc what was allocated and not
 * freed; if the profile only has --event=memory, what the process has got from the kernel and kept.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "profile/kevents.h"
#include "report/cells.h"
#include "report/excerpt.h"
#include "report/report_parts.h"
#include "text/plain.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/saturate.h"
#include "util/sort.h"

/* A row of a table. */
struct left {
	struct kevent_id id; /* what it is the sum of: 0 in what does not matter */
	int64_t bytes; /* that are there, */
	uint64_t cnt; /* in so many allocations */
	uint64_t of; /* of so many */
};

struct leaks {
	const struct report *r;
	bool mallocs; /* else growth of the process */
	struct left *rows;
	size_t cnt;
	struct left all;
};

/* --------------------------------------------------------------------------- rows */

static void add_left(struct left *to, const struct left *add)
{
	if (__builtin_add_overflow(to->bytes, add->bytes, &to->bytes))
		to->bytes = add->bytes < 0 ? INT64_MIN : INT64_MAX;
	saturate_cnt(&to->cnt, add->cnt);
	saturate_cnt(&to->of, add->of);
}

/* False: it is another event. */
static bool make_left(const struct leaks *l, const struct profile_kevent *row, struct left *left)
{
	const char *event = profile_kevent_event(l->r->p, row);
	const bool live = !strcmp(event, l->mallocs ? EVENT_MALLOC_LIVE : EVENT_MEMORY);

	*left = (struct left){ .id = row->id };
	left->id.event = left->id.detail = 0;
	if (live) {
		left->bytes = row->sum.bytes;
		left->cnt = row->sum.cnt;
		return true;
	}
	left->of = row->sum.cnt;
	return l->mallocs && !strcmp(event, EVENT_MALLOC);
}

static int by_id(const void *a, const void *b)
{
	const struct left *x = a, *y = b;

	return memcmp(&x->id, &y->id, sizeof(x->id));
}

static int by_bytes(const void *a, const void *b)
{
	const struct left *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes < y->bytes ? 1 : -1;
	if (x->cnt != y->cnt)
		return x->cnt < y->cnt ? 1 : -1;
	return by_id(a, b);
}

static void join(struct leaks *l)
{
	size_t to = 0, i;

	sort(l->rows, l->cnt, sizeof(*l->rows), by_id);
	for (i = 0; i < l->cnt; i++) {
		if (to && !by_id(&l->rows[to - 1], &l->rows[i]))
			add_left(&l->rows[to - 1], &l->rows[i]);
		else
			l->rows[to++] = l->rows[i];
	}
	l->cnt = to;
}

static const char *name_of(const struct leaks *l, const struct left *left)
{
	const struct profile_file *file = profile_find_fid(l->r->p, left->id.fid);
	const struct profile_kevent named = { .id = left->id };

	return file ? file->name : profile_kevent_sub(l->r->p, &named);
}

/* What has left nothing, or is not asked for, has no row. */
static void choose(struct leaks *l)
{
	size_t to = 0, i;

	for (i = 0; i < l->cnt; i++) {
		if (l->rows[i].bytes && report_matches(l->r, name_of(l, &l->rows[i])))
			l->rows[to++] = l->rows[i];
	}
	l->cnt = to;
	sort(l->rows, to, sizeof(*l->rows), by_bytes);
}

/* keep: takes away what a row of this table is not told apart by. -ENOMEM. */
static int collect(struct leaks *l, void (*keep)(struct kevent_id *id))
{
	const struct profile_kevent **all __cleanup(free_ptr) = NULL;
	size_t cnt, i;

	all = profile_sorted_kevents(l->r->p, &cnt);
	free(l->rows);
	l->rows = calloc(cnt + 1, sizeof(*l->rows));
	if (!all || !l->rows)
		return -ENOMEM;
	l->all = (struct left){};
	l->cnt = 0;
	for (i = 0; i < cnt; i++) {
		if (!make_left(l, all[i], &l->rows[l->cnt]))
			continue;
		keep(&l->rows[l->cnt].id);
		add_left(&l->all, &l->rows[l->cnt++]);
	}
	join(l);
	choose(l);
	return 0;
}

/* ------------------------------------------------------------------------- tables */

#define CELLS (3 * CELL_CNT + CELL_PERCENT + 2)

static void put_titles(const struct leaks *l, const char *heading, const char *last)
{
	const struct report *r = l->r;

	fputc('\n', r->out);
	begin_heading(r);
	fprintf(r->out, "%s by what is %s", heading, l->mallocs ? "still there" : "not given back");
	end_style(r);
	fputc('\n', r->out);
	cell_title(r, CELL_CNT, "bytes");
	cell_title(r, CELL_PERCENT, "%");
	cell_title(r, CELL_CNT, l->mallocs ? "live" : "calls");
	if (l->mallocs)
		cell_title(r, CELL_CNT, "allocated");
	fprintf(r->out, "  %s\n", last);
}

/* Returns how many columns are left. */
static unsigned put_cells(const struct leaks *l, const struct left *left)
{
	cell_amount(l->r, left->bytes);
	cell_percent(l->r, left->bytes, l->all.bytes);
	cell_cnt(l->r, left->cnt);
	if (l->mallocs)
		cell_cnt(l->r, left->of);
	fputs("  ", l->r->out);
	return room_behind(l->r, l->mallocs ? CELLS : CELLS - CELL_CNT);
}

static void keep_line(struct kevent_id *id)
{
	id->stack = 0;
	if (id->fid)
		id->sub = 0;
}

static void put_line(const struct leaks *l, const struct left *left)
{
	const struct report *r = l->r;
	const struct profile_file *file = profile_find_fid(r->p, left->id.fid);
	unsigned room = put_cells(l, left);

	if (file) {
		put_line_place(r, file, left->id.line, room);
		return;
	}
	put_name(r, name_of(l, left), room);
	fputc('\n', r->out);
}

static void keep_stack(struct kevent_id *id)
{
	id->fid = id->line = 0;
}

/* The innermost sub first, as it is what matters most. */
static void put_stack(const struct leaks *l, const struct left *left)
{
	const struct report *r = l->r;
	const struct kevent_stack *s = profile_kevent_caller(r->p, left->id.stack);
	struct profile_kevent sub = { .id = left->id };

	put_cells(l, left);
	plain_print(profile_kevent_sub(r->p, &sub), r->out);
	for (s = s ? profile_kevent_caller(r->p, s->id.up) : NULL; s;
	     s = profile_kevent_caller(r->p, s->id.up)) {
		sub.id.sub = s->id.sub;
		fputs(" <- ", r->out);
		plain_print(profile_kevent_sub(r->p, &sub), r->out);
	}
	fputc('\n', r->out);
}

static int put_table(struct leaks *l, const char *heading, const char *last,
		     void (*keep)(struct kevent_id *id),
		     void (*put)(const struct leaks *l, const struct left *left))
{
	size_t i;

	if (collect(l, keep))
		return -ENOMEM;
	put_titles(l, heading, last);
	for (i = 0; i < l->cnt && i < l->r->o->limit; i++)
		put(l, &l->rows[i]);
	report_more(l->r, l->cnt);
	return 0;
}

/* ---------------------------------------------------------------------------- all */

static bool has_event(const struct profile *p, const char *name)
{
	const struct profile_kevent *row;

	for (row = p->kevents.rows; row; row = row->hh.next) {
		if (!strcmp(profile_kevent_event(p, row), name))
			return true;
	}
	return false;
}

/* Of all rows, whatever --match says. */
static int put_sum(struct leaks *l)
{
	if (collect(l, keep_line))
		return -ENOMEM;
	if (l->mallocs)
		fprintf(l->r->out,
			"\n%" PRId64 " bytes were still there at the end, in %" PRIu64
			" of %" PRIu64 " allocations\n",
			l->all.bytes, l->all.cnt, l->all.of);
	else
		fprintf(l->r->out,
			"\nThe process has grown by %" PRId64
			" bytes; what was allocated is not known without --event=malloc\n",
			l->all.bytes);
	return 0;
}

int report_leaks_page(const struct report *r, struct error *err)
{
	struct leaks l = { .r = r,
			   .mallocs = has_event(r->p, EVENT_MALLOC) ||
				      has_event(r->p, EVENT_MALLOC_LIVE) };
	int rc;

	if (!l.mallocs && !has_event(r->p, EVENT_MEMORY))
		return error_set(
			err, ENOENT,
			"the profile has no allocations; record it with --event=malloc, or "
			"with --event=memory, which costs less and shows less");
	rc = report_head(r) ?: put_sum(&l);
	rc = rc ?: put_table(&l, "Lines", "line", keep_line, put_line);
	rc = rc ?: put_table(&l, "Stacks", "sub <- its callers", keep_stack, put_stack);
	free(l.rows);
	return rc;
}
