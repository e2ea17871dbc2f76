/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which columns a table of the live view has, and their titles. Each has blanks on its left. */
#ifndef NYTPROF_TOP_COLUMNS_H
#define NYTPROF_TOP_COLUMNS_H

#include <stddef.h>

#include "top/view.h"

#define COLUMN_TITLE 24 /* bytes of a title, with its end */

/* From the left. The names of the rows are not one of them, and behind all. */
struct columns {
	enum top_column all[COLUMNS];
	size_t cnt;
	unsigned left_out; /* events for which there is no room */
};

/* width: of the screen; 0: it has no end. */
void columns_choose(struct columns *c, size_t width, const struct figures *f, const struct view *v);

/* Columns of the screen that it takes. */
int column_width(const struct figures *f, enum top_column column);

/* In capitals if the rows are sorted by it. */
void column_title(char to[COLUMN_TITLE], const struct figures *f, const struct view *v,
		  enum top_column column);

#endif
