/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The frame of a page: what scripts/gen-page.pl makes of the sources in page/. It has the tags, the
 * style and the script; a writer fills in the rest.
 */
#ifndef NYTPROF_HTML_FRAME_H
#define NYTPROF_HTML_FRAME_H

#include <stddef.h>
#include <stdio.h>

/* What is between two parts of a frame. */
enum page_slot {
	PAGE_TITLE,
	PAGE_OVERVIEW,
	PAGE_TABLES,
	PAGE_DATA, /* JSON, which the frame deflates */
	PAGE_END,
};

struct page_part {
	enum page_slot slot;
	const char *text; /* before the slot */
};

/* Writes one slot. -ENOMEM. */
typedef int page_fill(enum page_slot slot, const void *arg, FILE *out);

/* -ENOMEM. The caller checks ferror(out). */
int frame_put(const struct page_part *parts, size_t cnt, page_fill *fill, const void *arg,
	      FILE *out);

#endif
