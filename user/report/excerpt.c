// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/excerpt.h"

#include <string.h>

#include "report/cells.h"

#define SOURCE_LEAST 16u /* columns that are worth a piece of source */

static void put_source(const struct report *r, const struct profile_file *file, uint32_t line,
		       unsigned room)
{
	const char *p = file->source;

	for (; p && line > 1; line--) {
		p = strchr(p, '\n');
		p = p ? p + 1 : NULL;
	}
	if (!p || room < SOURCE_LEAST)
		return;
	p += strspn(p, " \t");
	fputs("  ", r->out);
	put_text(r, p, strcspn(p, "\r\n"), r->o->fit ? room - 2 : 60);
}

void put_line_place(const struct report *r, const struct profile_file *file, uint32_t line,
		    unsigned room)
{
	unsigned place = r->o->fit ? room * 11 / 20 : room;
	char nr[16];
	int len = snprintf(nr, sizeof(nr), ":%u", line);

	place = put_name(r, file->name, place > (unsigned)len ? place - (unsigned)len : 0);
	fputs(nr, r->out);
	place += (unsigned)len;
	put_source(r, file, line, room > place ? room - place : 0);
	fputc('\n', r->out);
}
