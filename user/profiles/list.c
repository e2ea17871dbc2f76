// SPDX-License-Identifier: GPL-2.0-or-later
#include "profiles/list.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "profiles/choose.h"
#include "report/cells.h"
#include "report/terminal.h"
#include "util/error.h"
#include "util/sort.h"
#include "write/time_text.h"

static int compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* --------------------------------------------------------------------------- table */

#define WHEN_WIDTH 19
#define USER_WIDTH 10
#define LIST_CELLS (WHEN_WIDTH + 2 * CELL_TIME + USER_WIDTH + 9 + 2)

static void put_titles(const struct report *r)
{
	static const char titles[] = "script, top sub, file";

	begin_heading(r);
	fprintf(r->out, "%-*s", WHEN_WIDTH, "when (UTC)");
	cell_title(r, CELL_TIME, "wall");
	cell_title(r, CELL_CNT, "size");
	fprintf(r->out, " %*s %8s  ", USER_WIDTH - 1, "user", "pid");
	put_text(r, titles, strlen(titles), room_behind(r, LIST_CELLS));
	fputc('\n', r->out);
	end_style(r);
}

static void put_when(const struct report *r, const struct entry *e)
{
	time_t start = (time_t)e->start;
	char text[64] = "-";
	struct tm tm;

	if (e->start > 0 && e->start < 100000000000 && gmtime_r(&start, &tm))
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm);
	fprintf(r->out, "%-*s", WHEN_WIDTH, text);
}

static void put_user(const struct report *r, const struct entry *e)
{
	const struct passwd *user = e->uid < 0 ? NULL : getpwuid((uid_t)e->uid);
	char text[32] = "-";

	if (user)
		snprintf(text, sizeof(text), "%.9s", user->pw_name);
	else if (e->uid >= 0)
		snprintf(text, sizeof(text), "%lld", (long long)e->uid);
	fprintf(r->out, " %*s", USER_WIDTH - 1, text);
	snprintf(text, sizeof(text), "%u", e->pid);
	fprintf(r->out, " %8s", e->pid ? text : "-");
}

static void put_size(const struct report *r, uint64_t bytes)
{
	static const char *const units[] = { "B", "KB", "MB", "GB", "TB" };
	double value = (double)bytes;
	char text[32];
	size_t unit = 0;

	for (; value >= 999.5 && unit < 4; value /= 1024)
		unit++;
	snprintf(text, sizeof(text), "%.*f%s", unit && value < 9.95 ? 1 : 0, value, units[unit]);
	cell_title(r, CELL_CNT, text);
}

static void put_entry(const struct report *r, const char *dir, const struct entry *e)
{
	unsigned room = room_behind(r, LIST_CELLS), used;

	put_when(r, e);
	if (e->wall >= 0)
		cell_time(r, e->wall < 9e9 ? (int64_t)(e->wall * 1e9) : INT64_MAX, HEAT_NONE);
	else
		cell_title(r, CELL_TIME, "-");
	put_size(r, e->bytes);
	put_user(r, e);
	fputs("  ", r->out);
	used = put_name(r, e->script ? e->script : "-", r->o->fit ? room / 2 : room);
	fputs(e->top_sub && room > used + 6 ? "  " : "", r->out);
	if (e->top_sub && room > used + 6)
		put_name(r, e->top_sub, room - used - 2);
	fputs("\n    ", r->out);
	begin_aside(r);
	put_name(r, dir, UINT32_MAX);
	put_name(r, "/", UINT32_MAX);
	put_name(r, e->name, UINT32_MAX);
	if (e->unit) {
		fputs("  ", r->out);
		put_name(r, e->unit, UINT32_MAX);
	}
	end_style(r);
	fputc('\n', r->out);
}

static void put_list(const struct list_options *o, const struct terminal *t, const struct chosen *l)
{
	const struct report_options options = { .width = t->width,
						.fit = t->fit,
						.colour = t->colour };
	const struct report r = { .o = &options, .out = t->out };
	size_t i;

	put_titles(&r);
	for (i = 0; i < l->cnt && (!o->limit || i < o->limit); i++)
		put_entry(&r, o->dir, &l->all[i]);
	if (i < l->cnt)
		fprintf(t->out, "%zu more\n", l->cnt - i);
}

int list_profiles(const struct list_options *o, struct terminal *t, struct list_left *left,
		  struct error *err)
{
	struct chosen c;
	int rc = profiles_choose(o->dir, &o->by, &c, err);

	if (!rc && c.cnt) {
		sort(c.all, c.cnt, sizeof(*c.all), compare);
		put_list(o, t, &c);
	}
	*left = (struct list_left){ .unread = c.unread, .closed = c.closed };
	if (!rc && !c.cnt)
		rc = error_set(err, ENOENT, "%s has no such profile", o->dir);
	chosen_release(&c);
	return rc;
}
