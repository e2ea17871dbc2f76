/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of the figures is shown, and what the keys change of that. */
#ifndef NYTPROF_TOP_VIEW_H
#define NYTPROF_TOP_VIEW_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "top/figures.h"

enum top_column {
	COLUMN_PID,
	COLUMN_OWN, /* of the last interval */
	COLUMN_INCL,
	COLUMN_TOTAL, /* since the begin */
	COLUMN_OWN_TIME,
	COLUMN_INCL_TIME,
	COLUMN_WAIT,
	COLUMN_WAIT_TIME,
	COLUMN_EVENTS, /* the first of the events of the kernel; the others follow */
	COLUMN_NAME = COLUMN_EVENTS + TOP_EVENTS_MAX,
	COLUMNS
};

/* Keys that are no characters. */
enum top_key {
	TOP_KEY_UP = 0x110000, /* above all characters */
	TOP_KEY_DOWN,
	TOP_KEY_PAGE_UP,
	TOP_KEY_PAGE_DOWN,
	TOP_KEY_HOME,
	TOP_KEY_END,
	TOP_KEY_BACK, /* Backspace, or left */
	TOP_KEY_ESCAPE,
	TOP_KEY_RESIZE,
};

#define FILTER_MAX 128

struct view {
	enum top_kind kind;
	pid_t pid; /* only this process; 0: all */
	enum top_column sort;
	bool waits; /* there are columns of waiting */
	unsigned event_cnt; /* and so many of events of the kernel: */
	bool event_totals; /* since the begin; else of the last interval */
	bool frozen;
	bool help; /* the list of keys is shown */
	char *sub; /* key of the sub whose details are shown; NULL: none */
	char filter[FILTER_MAX];
	regex_t regex;
	bool has_regex;
	bool typing; /* a filter is being typed */
	char typed[FILTER_MAX];
	char *selected; /* key of the item with the cursor; NULL: the first one */
	size_t at; /* its row, */
	size_t first; /* and the first row on the screen */
	size_t height; /* rows on the screen */
};

/* The items that are shown, in their order. */
struct rows {
	struct top_item **all;
	size_t cnt;
};

/* What the program is to do. */
enum view_wish {
	WISH_NOTHING,
	WISH_REDRAW,
	WISH_RESET,
	WISH_QUIT,
};

void view_init(struct view *v);
void view_release(struct view *v);

/* Empty: none.  A text that is no regular expression is taken as it is. */
void view_set_filter(struct view *v, const char *filter);
bool view_has(const struct view *v, enum top_column column);

/* What an item has in the column of an event. */
int64_t view_event(const struct view *v, const struct top_item *item, enum top_column column);

/* -ENOMEM.  The caller frees .all. */
int rows_make(struct rows *rows, const struct figures *f, const struct view *v);

/* Puts the cursor on the item that it was on, and the screen where it is. */
void view_place(struct view *v, const struct rows *rows);

enum view_wish view_key(struct view *v, const struct rows *rows, int key);

#endif
