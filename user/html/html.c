// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/html.h"

#include "html/data.h"
#include "html/frame.h"
#include "html/head.h"
#include "html/tables.h"
#include "html/text.h"
#include "stacks/frames.h"

static const struct page_part page[] = {
#include "page.inc"
};

struct page {
	const struct profile *p;
	const struct stacks *s;
	const struct html_options *o;
};

static int fill(enum page_slot slot, const void *arg, FILE *out)
{
	const struct page *w = arg;

	switch (slot) {
	case PAGE_TITLE:
		html_put(frames_title(w->p), out);
		return 0;
	case PAGE_OVERVIEW:
		head_put(w->p, w->s, out);
		return 0;
	case PAGE_TABLES:
		return tables_put(w->p, w->s, out);
	case PAGE_DATA:
		return data_put(w->p, w->s, w->o, out);
	case PAGE_END:
		break;
	}
	return 0;
}

int html_write(const struct profile *p, const struct stacks *s, const struct html_options *o,
	       FILE *out)
{
	const struct page w = { p, s, o };

	return frame_put(page, sizeof(page) / sizeof(page[0]), fill, &w, out);
}
