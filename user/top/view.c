// SPDX-License-Identifier: GPL-2.0-or-later
#include "top/view.h"

#include <stdlib.h>
#include <string.h>

void view_init(struct view *v)
{
	*v = (struct view){ .sort = COLUMN_OWN, .height = 1 };
}

static void drop_regex(struct view *v)
{
	if (v->has_regex)
		regfree(&v->regex);
	v->has_regex = false;
}

void view_release(struct view *v)
{
	drop_regex(v);
	free(v->sub);
	free(v->selected);
}

/* In small letters: both cases are meant. */
void view_set_filter(struct view *v, const char *filter)
{
	const char *p = filter;
	int flags = REG_EXTENDED | REG_NOSUB;

	drop_regex(v);
	strncpy(v->filter, filter, sizeof(v->filter) - 1);
	while (*p && !(*p >= 'A' && *p <= 'Z'))
		p++;
	if (*filter)
		v->has_regex = !regcomp(&v->regex, v->filter, flags | (*p ? 0 : REG_ICASE));
}

bool view_has(const struct view *v, enum top_column column)
{
	switch (column) {
	case COLUMN_PID:
		return v->kind == TOP_PROCESSES;
	case COLUMN_INCL:
	case COLUMN_INCL_TIME:
		return v->kind == TOP_SUBS;
	case COLUMN_WAIT:
	case COLUMN_WAIT_TIME:
		return v->waits;
	default:
		return column < COLUMN_EVENTS || column >= COLUMN_NAME ||
		       column - COLUMN_EVENTS < v->event_cnt;
	}
}

int64_t view_event(const struct view *v, const struct top_item *item, enum top_column column)
{
	const struct top_event *event = item->events ? &item->events[column - COLUMN_EVENTS] : NULL;

	if (!event)
		return 0;
	return v->event_totals ? event->total : event->now;
}

/* ------------------------------------------------------------------------- selection */

static void unselect(struct view *v)
{
	free(v->selected);
	v->selected = NULL;
	v->at = v->first = 0;
}

static void move_to(struct view *v, const struct rows *rows, size_t at)
{
	if (!rows->cnt)
		return;
	v->at = at < rows->cnt ? at : rows->cnt - 1;
	free(v->selected);
	v->selected = v->at ? strdup(rows->all[v->at]->key) : NULL;
	view_place(v, rows);
}

static void move_by(struct view *v, const struct rows *rows, long by)
{
	long at = (long)v->at + by;

	move_to(v, rows, at > 0 ? (size_t)at : 0);
}

void view_place(struct view *v, const struct rows *rows)
{
	size_t i = 0;

	if (!v->selected)
		v->at = 0;
	while (v->selected && i < rows->cnt && strcmp(rows->all[i]->key, v->selected) != 0)
		i++;
	if (v->selected && i < rows->cnt)
		v->at = i;
	if (v->at >= rows->cnt)
		v->at = rows->cnt ? rows->cnt - 1 : 0;
	if (v->first > v->at)
		v->first = v->at;
	if (v->at >= v->first + v->height)
		v->first = v->at - v->height + 1;
	if (v->first + v->height > rows->cnt)
		v->first = rows->cnt > v->height ? rows->cnt - v->height : 0;
}

/* ----------------------------------------------------------------------------- keys */

static void show(struct view *v, enum top_kind kind)
{
	v->kind = kind;
	free(v->sub);
	v->sub = NULL;
	if (!view_has(v, v->sort))
		v->sort = COLUMN_OWN;
	unselect(v);
}

static void sort_next(struct view *v, int by)
{
	do {
		v->sort = (enum top_column)(((int)v->sort + by + COLUMNS) % COLUMNS);
	} while (!view_has(v, v->sort));
	unselect(v);
}

static enum view_wish sort_by(struct view *v, enum top_column column)
{
	if (!view_has(v, column))
		return WISH_NOTHING;
	v->sort = column;
	unselect(v);
	return WISH_REDRAW;
}

/* Events one after the other, and again. */
static enum view_wish sort_by_event(struct view *v)
{
	unsigned next =
		v->sort >= COLUMN_EVENTS && v->sort < COLUMN_NAME ? v->sort - COLUMN_EVENTS + 1 : 0;

	return v->event_cnt ? sort_by(v, (enum top_column)(COLUMN_EVENTS + next % v->event_cnt)) :
			      WISH_NOTHING;
}

/* Enter: what the cursor is on. */
static void enter(struct view *v, const struct rows *rows)
{
	const struct top_item *item = v->at < rows->cnt ? rows->all[v->at] : NULL;

	if (!item || v->sub)
		return;
	if (v->kind == TOP_PROCESSES) {
		v->pid = item->pid;
		show(v, TOP_SUBS);
	} else if (v->kind == TOP_SUBS) {
		v->sub = strdup(item->key);
		v->selected = v->selected ?: strdup(item->key);
	}
}

/* One step back: from a sub, from a filter, from a process. */
static void back(struct view *v)
{
	if (v->sub) {
		free(v->sub);
		v->sub = NULL;
	} else if (*v->filter) {
		view_set_filter(v, "");
	} else if (v->pid) {
		v->pid = 0;
		show(v, TOP_PROCESSES);
	}
}

static enum view_wish type(struct view *v, int key)
{
	size_t len = strlen(v->typed);

	if (key == '\n' || key == '\r') {
		view_set_filter(v, v->typed);
		unselect(v);
		v->typing = false;
	} else if (key == TOP_KEY_ESCAPE) {
		v->typing = false;
	} else if (key == TOP_KEY_BACK) {
		while (len && (v->typed[len - 1] & 0xc0) == 0x80)
			len--;
		v->typed[len ? len - 1 : 0] = '\0';
	} else if (key >= ' ' && key < 0x100 && key != 0x7f && len + 1 < FILTER_MAX) {
		v->typed[len] = (char)key;
		v->typed[len + 1] = '\0';
	}
	return WISH_REDRAW;
}

static bool move(struct view *v, const struct rows *rows, int key)
{
	long page = (long)v->height;

	switch (key) {
	case TOP_KEY_UP:
	case 'k':
		move_by(v, rows, -1);
		return true;
	case TOP_KEY_DOWN:
	case 'j':
		move_by(v, rows, 1);
		return true;
	case TOP_KEY_PAGE_UP:
		move_by(v, rows, -page);
		return true;
	case TOP_KEY_PAGE_DOWN:
		move_by(v, rows, page);
		return true;
	case TOP_KEY_HOME:
	case 'g':
		move_to(v, rows, 0);
		return true;
	case TOP_KEY_END:
	case 'G':
		move_to(v, rows, rows->cnt);
		return true;
	default:
		return false;
	}
}

/* The letters of the columns. */
static enum view_wish sort_key(struct view *v, int key)
{
	static const struct {
		char key;
		enum top_column column;
	} keys[] = { { 'p', COLUMN_PID },   { 'o', COLUMN_OWN },       { 'i', COLUMN_INCL },
		     { 't', COLUMN_TOTAL }, { 'O', COLUMN_OWN_TIME },  { 'I', COLUMN_INCL_TIME },
		     { 'w', COLUMN_WAIT },  { 'W', COLUMN_WAIT_TIME }, { 'n', COLUMN_NAME } };
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (keys[i].key == key)
			return sort_by(v, keys[i].column);
	}
	return WISH_NOTHING;
}

static enum view_wish act(struct view *v, const struct rows *rows, int key)
{
	switch (key) {
	case '1':
	case '2':
	case '3':
		show(v, (enum top_kind)(key - '1'));
		return WISH_REDRAW;
	case '\t':
		show(v, (enum top_kind)((v->kind + 1) % TOP_KINDS));
		return WISH_REDRAW;
	case '<':
	case '>':
		sort_next(v, key == '<' ? -1 : 1);
		return WISH_REDRAW;
	case 'e':
		return sort_by_event(v);
	case 'E':
		v->event_totals = !v->event_totals;
		return v->event_cnt ? WISH_REDRAW : WISH_NOTHING;
	case ' ':
		v->frozen = !v->frozen;
		return WISH_REDRAW;
	case '/':
		v->typing = true;
		v->typed[0] = '\0';
		return WISH_REDRAW;
	case '\n':
	case '\r':
		enter(v, rows);
		return WISH_REDRAW;
	case TOP_KEY_BACK:
	case TOP_KEY_ESCAPE:
		back(v);
		return WISH_REDRAW;
	case TOP_KEY_RESIZE:
		return WISH_REDRAW;
	default:
		return sort_key(v, key);
	}
}

enum view_wish view_key(struct view *v, const struct rows *rows, int key)
{
	if (v->typing && key != TOP_KEY_RESIZE)
		return type(v, key);
	if (key == 'q' || key == 'Q')
		return WISH_QUIT;
	if (key == 'h' || key == '?' || v->help) {
		v->help = !v->help || key == TOP_KEY_RESIZE;
		return WISH_REDRAW;
	}
	if (key == 'z')
		return WISH_RESET;
	return move(v, rows, key) ? WISH_REDRAW : act(v, rows, key);
}
