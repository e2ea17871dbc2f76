// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/html.h"

#include <errno.h>

#include "html/armor.h"
#include "html/data.h"
#include "html/head.h"
#include "html/tables.h"
#include "html/text.h"
#include "stacks/frames.h"

/* What is between two parts of the page's frame. */
enum page_slot {
	PAGE_TITLE,
	PAGE_OVERVIEW,
	PAGE_TABLES,
	PAGE_DATA,
	PAGE_END,
};

static const struct page_part {
	enum page_slot slot;
	const char *text; /* before the slot */
} page[] = {
#include "page.inc"
};

static int put_data(const struct profile *p, const struct stacks *s, const struct html_options *o,
		    FILE *out)
{
	FILE *armor = armor_open(out);
	int rc;

	if (!armor)
		return -ENOMEM;
	rc = data_put(p, s, o, armor);
	return fclose(armor) ? -ENOMEM : rc;
}

int html_write(const struct profile *p, const struct stacks *s, const struct html_options *o,
	       FILE *out)
{
	int rc = 0;
	size_t i;

	for (i = 0; i < sizeof(page) / sizeof(page[0]) && !rc; i++) {
		fputs(page[i].text, out);
		switch (page[i].slot) {
		case PAGE_TITLE:
			html_put(frames_title(p), out);
			break;
		case PAGE_OVERVIEW:
			head_put(p, s, out);
			break;
		case PAGE_TABLES:
			rc = tables_put(p, s, out);
			break;
		case PAGE_DATA:
			rc = put_data(p, s, o, out);
			break;
		case PAGE_END:
			break;
		}
	}
	return rc;
}
