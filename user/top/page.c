// SPDX-License-Identifier: GPL-2.0-or-later
#include "top/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "top/figures.h"
#include "text/screen_text.h"
#include "top/view.h"
#include "util/cleanup.h"

#define LINES_MAX 10000u /* where the page has no limit */

void page_clear(struct page *p)
{
	size_t i;

	for (i = 0; i < p->cnt; i++)
		free(p->lines[i].text);
	free(p->lines);
	p->lines = NULL;
	p->cnt = 0;
}

size_t page_room(const struct page *p)
{
	const size_t height = p->height ?: LINES_MAX;

	return p->cnt < height ? height - p->cnt : 0;
}

bool page_has_room(const struct page *p)
{
	return page_room(p) > 0;
}

void page_add(struct page *p, enum page_style style, const char *fmt, ...)
{
	struct page_line *more;
	char *text;
	va_list ap;
	int len;

	if (!page_has_room(p))
		return;
	va_start(ap, fmt);
	len = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (len < 0)
		return;
	more = reallocarray(p->lines, p->cnt + 1, sizeof(*more));
	if (!more) {
		free(text);
		return;
	}
	if (p->ascii)
		text_to_ascii(text);
	if (p->width)
		text_cut_end(text, p->width);
	while (len > 0 && (size_t)len == strlen(text) && text[len - 1] == ' ')
		text[--len] = '\0';
	p->lines = more;
	p->lines[p->cnt++] = (struct page_line){ text, style };
}

/* -------------------------------------------------------------------------- head */

static const char *const kinds[TOP_KINDS] = {
	[TOP_SUBS] = "subs", [TOP_LINES] = "lines", [TOP_PROCESSES] = "processes"
};

static double percent_of(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

static void put_view(struct page *p, const struct figures *f, const struct view *v,
		     const struct page_head *head)
{
	char pid[32] = "", age[16], message[TEXT_MAX + 16] = "", filter[TEXT_MAX];

	text_clean(filter, v->filter, strlen(v->filter));
	text_seconds(age, figures_age(f));
	if (v->pid)
		snprintf(pid, sizeof(pid), " of process %d", v->pid);
	if (v->frozen)
		snprintf(message, sizeof(message), "; frozen: space goes on");
	else if (head->message)
		snprintf(message, sizeof(message), "; %s", head->message);
	page_add(p, v->frozen || head->message ? STYLE_STRONG : STYLE_PLAIN, "%s%s, since %s%s%s%s",
		 kinds[v->kind], pid, *age ? age : "now", *filter ? ", filter " : "", filter,
		 message);
}

void page_put_head(struct page *p, const struct figures *f, const struct view *v,
		   const struct page_head *head)
{
	const struct top_item *all = figures_all(f, 0);
	double seconds = figures_interval(f);
	unsigned long long dropped = (unsigned long long)head->dropped;

	page_add(p, STYLE_STRONG, "nytprof-bpf top: %s", head->what);
	page_add(p, STYLE_PLAIN,
		 "sample, %u Hz: estimates; %llu process%s, %.0f%% busy; the agent takes %.1f%%",
		 head->rate, (unsigned long long)head->processes, head->processes == 1 ? "" : "es",
		 percent_of((double)all->now.own * figures_period(f), seconds),
		 head->agent_percent);
	page_add(p, dropped ? STYLE_STRONG : STYLE_PLAIN,
		 "%llu samples in %.1f s, %llu in all; dropped: %llu",
		 (unsigned long long)all->now.own, seconds, (unsigned long long)all->total.own,
		 dropped);
	put_view(p, f, v, head);
}

/* -------------------------------------------------------------------------- rows */

static const struct {
	const char *name;
	const char *sorted; /* the same, in capitals */
	int width;
} columns[COLUMNS] = {
	[COLUMN_PID] = { "pid", "PID", 7 },	 [COLUMN_OWN] = { "%own", "%OWN", 6 },
	[COLUMN_INCL] = { "%incl", "%INCL", 6 }, [COLUMN_TOTAL] = { "%total", "%TOTAL", 7 },
	[COLUMN_OWN_TIME] = { "own", "OWN", 8 }, [COLUMN_INCL_TIME] = { "incl", "INCL", 8 },
	[COLUMN_WAIT] = { "%wait", "%WAIT", 6 }, [COLUMN_WAIT_TIME] = { "waited", "WAITED", 8 },
};

static const char *name_of(const struct view *v, enum top_column column)
{
	static const char *const names[TOP_KINDS][2] = { [TOP_SUBS] = { "sub", "SUB" },
							 [TOP_LINES] = { "line", "LINE" },
							 [TOP_PROCESSES] = { "command",
									     "COMMAND" } };
	bool sorted = v->sort == column;

	if (column == COLUMN_NAME)
		return names[v->kind][sorted];
	if (column == COLUMN_OWN && v->kind == TOP_PROCESSES)
		return sorted ? "%CPU" : "%cpu";
	return sorted ? columns[column].sorted : columns[column].name;
}

#define NAME_LEAST 20 /* columns of the screen */

/* Where the screen is narrow, some have to go, so that there is room for the names. */
static bool has(const struct page *p, const struct view *v, enum top_column column)
{
	static const enum top_column first[] = { COLUMN_INCL_TIME, COLUMN_WAIT_TIME,
						 COLUMN_OWN_TIME, COLUMN_TOTAL, COLUMN_INCL };
	size_t width = NAME_LEAST + 2, i;
	int c;

	if (!view_has(v, column))
		return false;
	for (c = 0; c < COLUMN_NAME; c++)
		width += view_has(v, (enum top_column)c) ? (size_t)columns[c].width : 0;
	for (i = 0; p->width && width > p->width && i < sizeof(first) / sizeof(first[0]); i++) {
		if (first[i] == column)
			return false;
		if (view_has(v, first[i]))
			width -= (size_t)columns[first[i]].width;
	}
	return true;
}

static void put_heads(struct page *p, const struct view *v)
{
	char line[256] = "";
	int at = 0, column;

	for (column = 0; column < COLUMN_NAME; column++) {
		if (has(p, v, (enum top_column)column))
			at += snprintf(line + at, sizeof(line) - (size_t)at, "%*s",
				       columns[column].width, name_of(v, (enum top_column)column));
	}
	page_add(p, STYLE_HEADS, "%s  %-*s", line,
		 p->width > (size_t)at + 2 ? (int)p->width - at - 2 : 0, name_of(v, COLUMN_NAME));
}

/* Calls come a little later than their samples, or are those of the interval before. */
static uint64_t between(uint64_t own, uint64_t incl, uint64_t all)
{
	return incl < own ? own : incl > all ? all : incl;
}

struct putting {
	const struct figures *f;
	const struct view *v;
	const struct top_item *all;
};

static void share_of_time(char to[16], double part, double seconds)
{
	text_percent(to, (uint64_t)(part * 1e6), (uint64_t)(seconds * 1e6));
}

static void cell(const struct putting *put, const struct top_item *item, enum top_column column,
		 char to[16])
{
	const double period = figures_period(put->f), seconds = figures_interval(put->f);

	switch (column) {
	case COLUMN_PID:
		snprintf(to, 16, "%d", item->pid);
		break;
	case COLUMN_OWN:
		if (put->v->kind == TOP_PROCESSES)
			share_of_time(to, (double)item->now.own * period, seconds);
		else
			text_percent(to, item->now.own, put->all->now.own);
		break;
	case COLUMN_INCL:
		text_percent(to, between(item->now.own, item->now.incl, put->all->now.own),
			     put->all->now.own);
		break;
	case COLUMN_TOTAL:
		text_percent(to, item->total.own, put->all->total.own);
		break;
	case COLUMN_OWN_TIME:
		text_seconds(to, (double)item->total.own * period);
		break;
	case COLUMN_INCL_TIME:
		text_seconds(to, (double)between(item->total.own, item->total.incl,
						 put->all->total.own) *
					 period);
		break;
	case COLUMN_WAIT:
		share_of_time(to, (double)item->now.wait_ns / 1e9, seconds);
		break;
	case COLUMN_WAIT_TIME:
		text_seconds(to, (double)item->total.wait_ns / 1e9);
		break;
	default:
		*to = '\0';
	}
}

/* The label of a row, cut to what the columns leave of the page. */
static void put_name(char name[2 * TEXT_MAX], const struct page *p, const struct top_item *item,
		     const char *source, size_t used)
{
	size_t room = p->width > used + 2 ? p->width - used - 2 : 0, width;
	char text[TEXT_MAX];

	snprintf(name, TEXT_MAX, "%s%s", item->label, item->ended ? " (ended)" : "");
	if (p->ascii)
		text_to_ascii(name);
	/* At most half of the room is for the place, if there is text to show. */
	width = source && room > 20 && text_width(name) > room / 2 ? room / 2 : room;
	if (p->width)
		text_cut(name, width);
	if (!source)
		return;
	text_clean(text, source, strlen(source));
	strcat(name, "  ");
	strcat(name, text);
}

static void put_row(struct page *p, const struct putting *put, const struct top_item *item,
		    const char *source, bool cursor)
{
	char line[256] = "", one[16], name[2 * TEXT_MAX];
	int at = 0, column;

	for (column = 0; column < COLUMN_NAME; column++) {
		if (!has(p, put->v, (enum top_column)column))
			continue;
		cell(put, item, (enum top_column)column, one);
		at += snprintf(line + at, sizeof(line) - (size_t)at, "%*s", columns[column].width,
			       one);
	}
	put_name(name, p, item, source, (size_t)at);
	page_add(p, cursor ? STYLE_CURSOR : STYLE_PLAIN, "%s  %s", line, name);
}

void page_put_rows(struct page *p, const struct figures *f, const struct view *v,
		   const struct rows *rows, const char *(*source)(const char *key, void *arg),
		   void *arg)
{
	const struct putting put = { f, v, figures_all(f, v->pid) ?: figures_all(f, 0) };
	size_t i;

	put_heads(p, v);
	for (i = v->first; i < rows->cnt && page_has_room(p); i++)
		put_row(p, &put, rows->all[i],
			v->kind == TOP_LINES && source ? source(rows->all[i]->key, arg) : NULL,
			i == v->at);
	if (!rows->cnt)
		page_add(p, STYLE_FAINT, "%s",
			 *v->filter ?
				 "  nothing matches the filter (Backspace takes it away)" :
				 "  nothing has run so far: nytprof-bpf dump shows where it waits");
}

/* -------------------------------------------------------------------------- help */

void page_put_help(struct page *p)
{
	static const char *const lines[] = {
		"Keys",
		"  1 2 3, Tab     subs, lines, processes",
		"  up, down, j k, PgUp, PgDn, Home, End   move the cursor",
		"  Enter          on a sub: its callers and lines; on a process: only that one",
		"  Backspace      back: from a sub, a filter, a process",
		"  /              filter by text or regular expression; Enter, or Esc",
		"  < >            sort by the column to the left or to the right",
		"  o i t n        sort by %own, %incl, %total, name",
		"  O I w W p      sort by own, incl, %wait, waited, pid",
		"  space          freeze, and go on",
		"  z              all totals begin anew",
		"  q              quit",
		"",
		"Columns",
		"  %own           of the samples of the last interval: in the sub or line itself",
		"  %incl          likewise, with what the sub has called",
		"  %total         as %own, since the begin",
		"  own, incl      the same as time on a processor, since the begin",
		"  %wait, waited  time off the processor: of the interval, since the begin",
		"  %cpu           of a process: of one processor",
	};
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		page_add(p, *lines[i] && *lines[i] != ' ' ? STYLE_STRONG : STYLE_PLAIN, "%s",
			 lines[i]);
}
