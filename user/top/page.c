// SPDX-License-Identifier: GPL-2.0-or-later
#include "top/page.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "top/columns.h"
#include "top/figures.h"
#include "text/screen_text.h"
#include "top/view.h"
#include "util/cleanup.h"

#define LINES_MAX 10000u /* where the page has no limit */
#define LINE_ROOM (COLUMNS * COLUMN_TITLE) /* bytes of all columns */

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

/* What the columns of events are, and for how many there is no room. */
static void events_text(char to[TEXT_MAX], const struct page *p, const struct figures *f,
			const struct view *v)
{
	struct columns c;
	int len;

	*to = '\0';
	if (!v->event_cnt)
		return;
	columns_choose(&c, p->width, f, v);
	len = snprintf(to, TEXT_MAX, v->event_totals ? "; all events" : "; new events");
	if (c.left_out)
		snprintf(to + len, TEXT_MAX - (size_t)len, ", %u hidden", c.left_out);
}

static void put_view(struct page *p, const struct figures *f, const struct view *v,
		     const struct page_head *head)
{
	char pid[32] = "", age[16], message[TEXT_MAX + 16] = "", filter[TEXT_MAX];
	char events[TEXT_MAX];

	text_clean(filter, v->filter, strlen(v->filter));
	text_seconds(age, figures_age(f));
	if (v->pid)
		snprintf(pid, sizeof(pid), " of process %d", v->pid);
	if (v->frozen)
		snprintf(message, sizeof(message), "; frozen: space goes on");
	else if (head->message)
		snprintf(message, sizeof(message), "; %s", head->message);
	events_text(events, p, f, v);
	page_add(p, v->frozen || head->message ? STYLE_STRONG : STYLE_PLAIN,
		 "%s%s, since %s%s%s%s%s", kinds[v->kind], pid, *age ? age : "now",
		 *filter ? ", filter " : "", filter, message, events);
}

void page_put_head(struct page *p, const struct figures *f, const struct view *v,
		   const struct page_head *head)
{
	const struct top_item *all = figures_all(f, 0);
	double seconds = figures_interval(f);
	unsigned long long dropped = (unsigned long long)head->dropped;
	char lost[48] = "";

	page_add(p, STYLE_STRONG, "nytprof-bpf top: %s", head->what);
	page_add(p, STYLE_PLAIN,
		 "sample, %u Hz: estimates; %llu process%s, %.0f%% busy; the agent takes %.1f%%",
		 head->rate, (unsigned long long)head->processes, head->processes == 1 ? "" : "es",
		 percent_of((double)all->now.own * figures_period(f), seconds),
		 head->agent_percent);
	if (head->lost_events)
		snprintf(lost, sizeof(lost), "; events lost: %llu",
			 (unsigned long long)head->lost_events);
	page_add(p, dropped || *lost ? STYLE_STRONG : STYLE_PLAIN,
		 "%llu samples in %.1f s, %llu in all; dropped: %llu%s",
		 (unsigned long long)all->now.own, seconds, (unsigned long long)all->total.own,
		 dropped, lost);
	put_view(p, f, v, head);
}

/* -------------------------------------------------------------------------- rows */

static void put_heads(struct page *p, const struct figures *f, const struct view *v,
		      const struct columns *c)
{
	char line[LINE_ROOM] = "", title[COLUMN_TITLE];
	int at = 0;
	size_t i;

	for (i = 0; i < c->cnt; i++) {
		column_title(title, f, v, c->all[i]);
		at += snprintf(line + at, sizeof(line) - (size_t)at, "%*s",
			       column_width(f, c->all[i]), title);
	}
	column_title(title, f, v, COLUMN_NAME);
	page_add(p, STYLE_HEADS, "%s  %-*s", line,
		 p->width > (size_t)at + 2 ? (int)p->width - at - 2 : 0, title);
}

/* Calls come a little later than their samples, or are those of the interval before. */
static uint64_t between(uint64_t own, uint64_t incl, uint64_t all)
{
	return incl < own ? own : incl > all ? all : incl;
}

struct putting {
	const struct figures *f;
	const struct view *v;
	const struct columns *columns;
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
		text_amount(to, view_event(put->v, item, column));
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
	const struct columns *c = put->columns;
	char line[LINE_ROOM] = "", one[16], name[2 * TEXT_MAX];
	int at = 0;
	size_t i;

	for (i = 0; i < c->cnt; i++) {
		cell(put, item, c->all[i], one);
		at += snprintf(line + at, sizeof(line) - (size_t)at, "%*s",
			       column_width(put->f, c->all[i]), one);
	}
	put_name(name, p, item, source, (size_t)at);
	page_add(p, cursor ? STYLE_CURSOR : STYLE_PLAIN, "%s  %s", line, name);
}

void page_put_rows(struct page *p, const struct figures *f, const struct view *v,
		   const struct rows *rows, const char *(*source)(const char *key, void *arg),
		   void *arg)
{
	struct columns columns;
	const struct putting put = { f, v, &columns, figures_all(f, v->pid) ?: figures_all(f, 0) };
	size_t i;

	columns_choose(&columns, p->width, f, v);
	put_heads(p, f, v, &columns);
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
		"  e              sort by an event of --event; again: by the next one",
		"  E              new events of the last interval, or all since the begin",
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
		"  syscalls ...   events: how many, without those of called subs; memory: bytes",
	};
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		page_add(p, *lines[i] && *lines[i] != ' ' ? STYLE_STRONG : STYLE_PLAIN, "%s",
			 lines[i]);
}
