/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A page of text: lines that fit a screen, with how they are to look. */
#ifndef NYTPROF_TOP_PAGE_H
#define NYTPROF_TOP_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct figures;
struct rows;
struct view;

enum page_style {
	STYLE_PLAIN,
	STYLE_STRONG,
	STYLE_HEADS, /* of columns */
	STYLE_CURSOR,
	STYLE_FAINT,
};

struct page_line {
	char *text;
	enum page_style style;
};

struct page {
	size_t width; /* columns; 0: no limit */
	size_t height; /* lines, 0: no limit */
	bool ascii; /* the terminal shows no other characters */
	struct page_line *lines;
	size_t cnt;
};

/* What stands above the rows. */
struct page_head {
	const char *what; /* what is shown: a process with its command, or the host */
	unsigned rate;
	double interval; /* that was asked for */
	double agent_percent; /* of a processor that the agent took */
	uint64_t processes;
	uint64_t dropped; /* samples */
	uint64_t lost_events; /* of the kernel */
	uint64_t torn; /* and those whose innermost call was left out */
	const char *message; /* NULL: none */
};

void page_clear(struct page *p);

/* A line, cut at the page's width.  Without memory, or room, there is none. */
__attribute__((format(printf, 3, 4))) void page_add(struct page *p, enum page_style style,
						    const char *fmt, ...);

bool page_has_room(const struct page *p);

/* How many lines are left for rows. */
size_t page_room(const struct page *p);

void page_put_head(struct page *p, const struct figures *f, const struct view *v,
		   const struct page_head *head);

/* The heads of the columns and the rows from the view's first one on. */
void page_put_rows(struct page *p, const struct figures *f, const struct view *v,
		   const struct rows *rows, const char *(*source)(const char *key, void *arg),
		   void *arg);

void page_put_help(struct page *p);

#endif
