// SPDX-License-Identifier: GPL-2.0-or-later
#include "top/columns.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "text/screen_text.h"

#define NAME_LEAST  20 /* columns of the screen */
#define EVENT_WIDTH 8 /* at least: room for what text_amount() makes */

static const struct {
	const char *name;
	int width;
} columns[COLUMN_EVENTS] = {
	[COLUMN_PID] = { "pid", 7 },	  [COLUMN_OWN] = { "%own", 6 },
	[COLUMN_INCL] = { "%incl", 6 },	  [COLUMN_TOTAL] = { "%total", 7 },
	[COLUMN_OWN_TIME] = { "own", 8 }, [COLUMN_INCL_TIME] = { "incl", 8 },
	[COLUMN_WAIT] = { "%wait", 6 },	  [COLUMN_WAIT_TIME] = { "waited", 8 },
};

static const char *const names[TOP_KINDS] = {
	[TOP_SUBS] = "sub", [TOP_LINES] = "line", [TOP_PROCESSES] = "command"
};

static bool is_event(enum top_column column)
{
	return column >= COLUMN_EVENTS && column < COLUMN_NAME;
}

/* Of a tracepoint, the name without its category. */
static void event_title(char to[COLUMN_TITLE], const struct figures *f, enum top_column column)
{
	const char *name = figures_event_name(f, column - COLUMN_EVENTS);
	const char *last = strrchr(name, ':');
	char clean[TEXT_MAX];

	text_clean(clean, last ? last + 1 : name, strlen(last ? last + 1 : name));
	text_to_ascii(clean);
	text_cut(clean, COLUMN_TITLE - 4);
	snprintf(to, COLUMN_TITLE, "%.*s", COLUMN_TITLE - 1, clean);
}

int column_width(const struct figures *f, enum top_column column)
{
	char title[COLUMN_TITLE];
	int width;

	if (!is_event(column))
		return columns[column].width;
	event_title(title, f, column);
	width = (int)text_width(title) + 1;
	return width > EVENT_WIDTH ? width : EVENT_WIDTH;
}

void column_title(char to[COLUMN_TITLE], const struct figures *f, const struct view *v,
		  enum top_column column)
{
	size_t i;

	if (is_event(column))
		event_title(to, f, column);
	else if (column == COLUMN_NAME)
		snprintf(to, COLUMN_TITLE, "%s", names[v->kind]);
	else if (column == COLUMN_OWN && v->kind == TOP_PROCESSES)
		snprintf(to, COLUMN_TITLE, "%%cpu");
	else
		snprintf(to, COLUMN_TITLE, "%s", columns[column].name);
	for (i = 0; v->sort == column && to[i]; i++)
		to[i] = (char)toupper((unsigned char)to[i]);
}

/* ---------------------------------------------------------------------- narrow */

/*
 * The nth that goes from a screen that is narrow, so that there is room for the names: totals
 * first, then events from the right, then what subs have called. COLUMN_NAME: no more can go.
 */
static enum top_column nth_to_go(const struct view *v, size_t n)
{
	static const enum top_column first[] = { COLUMN_INCL_TIME, COLUMN_WAIT_TIME,
						 COLUMN_OWN_TIME, COLUMN_TOTAL };
	const size_t firsts = sizeof(first) / sizeof(first[0]);

	if (n < firsts)
		return first[n];
	n -= firsts;
	if (n < v->event_cnt)
		return (enum top_column)(COLUMN_EVENTS + v->event_cnt - 1 - n);
	return n == v->event_cnt ? COLUMN_INCL : COLUMN_NAME;
}

static void leave_out(struct columns *c, enum top_column column)
{
	size_t i, to = 0;

	for (i = 0; i < c->cnt; i++) {
		if (c->all[i] != column)
			c->all[to++] = c->all[i];
	}
	c->cnt = to;
	c->left_out += is_event(column);
}

void columns_choose(struct columns *c, size_t width, const struct figures *f, const struct view *v)
{
	enum top_column column;
	size_t needs = NAME_LEAST + 2, n;

	*c = (struct columns){};
	for (column = 0; column < COLUMN_NAME; column++) {
		if (!view_has(v, column))
			continue;
		c->all[c->cnt++] = column;
		needs += (size_t)column_width(f, column);
	}
	for (n = 0; width && needs > width; n++) {
		column = nth_to_go(v, n);
		if (column == COLUMN_NAME)
			return;
		if (!view_has(v, column) || column == v->sort)
			continue;
		leave_out(c, column);
		needs -= (size_t)column_width(f, column);
	}
}
