// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Lines for an editor's list of errors, the one that took the most time first: file:line:column:
 * message, which vim -q, emacs and others read.  A line of a string eval is shown where the eval
 * is.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "export/places.h"
#include "figures/sums.h"
#include "export/text.h"
#include "profile/profile.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"
#include "util/sort.h"

static int compare_rows(const void *a, const void *b)
{
	const struct line_row *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? 1 : -1;
	if (x->file != y->file)
		return strcmp(x->file->name, y->file->name);
	return (x->line > y->line) - (x->line < y->line);
}

static void put_row(const struct profile *p, const struct line_row *row, const char *what,
		    FILE *out)
{
	uint32_t line = row->line;
	const struct profile_file *file = place_in_file(p, row->file, &line);

	text_put_line(file->name, strlen(file->name), "", out);
	/* There is no line 0 in an editor. */
	fprintf(out, ":%u:1: %.3f ms, %" PRIu64 " %s", line ?: 1, (double)row->ns / 1e6, row->cnt,
		what);
	if (file != row->file) {
		fputs(", in ", out);
		text_put_line(row->file->name, strlen(row->file->name), "", out);
		fprintf(out, " line %u", row->line);
	}
	putc('\n', out);
}

int export_quickfix(const struct profile *p, const struct stacks *stacks, FILE *out)
{
	size_t cnt, i;
	struct line_row *rows __cleanup(free_ptr) = line_rows(p, &cnt);
	const char *what = profile_hz(p) ? "samples (an estimate)" : "executions";

	(void)stacks;
	if (!rows)
		return -ENOMEM;
	sort(rows, cnt, sizeof(*rows), compare_rows);
	for (i = 0; i < cnt && !ferror(out); i++)
		put_row(p, &rows[i], what, out);
	return 0;
}
