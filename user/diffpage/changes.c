// SPDX-License-Identifier: GPL-2.0-or-later
#include "diffpage/changes.h"

#include <math.h>
#include <string.h>

#include "diff/diff.h"
#include "diffpage/diffpage.h"
#include "html/cells.h"
#include "html/tables.h"
#include "html/text.h"

#define WHOLE_MAX 9e15 /* below 2^53 */

int64_t diffpage_whole(double value)
{
	if (!(value > 0))
		return 0;
	return value < WHOLE_MAX ? llround(value) : (int64_t)WHOLE_MAX;
}

static const char *class_of(double change)
{
	return change > 0 ? "grew" : change < 0 ? "shrank" : "dim";
}

void diffpage_put_change(const struct diff_row *row, FILE *out)
{
	double change = diff_change(row);

	fprintf(out, "<span class=\"%s\">%s", class_of(change),
		change > 0 ? "+" :
		change < 0 ? "-" :
			     "");
	html_put_time(diffpage_whole(fabs(change)), out);
	fputs("</span>", out);
}

static void put_side(const struct diff_value *v, FILE *out)
{
	fputs("<td class=\"number\">", out);
	if (v->there)
		html_put_time(diffpage_whole(v->ns), out);
	else
		putc('-', out);
	fputs("</td>", out);
}

static void put_place(const struct diff_page *page, const struct diff_row *row, FILE *out)
{
	if (!row->line) {
		cells_put_sub(row->name, out);
		return;
	}
	cells_put_line(row->name, row->line, out);
	if (row->old_line && row->old_line != row->line)
		fprintf(out, " <span class=\"dim\">was %u</span>", row->old_line);
	if (row->text && !page->no_source)
		cells_put_source(row->text, row->text_len, out);
}

static void put_row(const struct diff_page *page, const struct diff_row *row, FILE *out)
{
	cells_begin_row(row->line ? "file" : "sub", row->name, row->line, out);
	put_side(&row->old, out);
	put_side(&row->new, out);
	fputs("<td class=\"number\">", out);
	diffpage_put_change(row, out);
	fputs("</td><td class=\"number\">", out);
	diff_put_percent(row, out);
	fputs(row->noise ? DIFFPAGE_NOISE "</td>" : "</td>", out);
	put_place(page, row, out);
	fputs("</td></tr>\n", out);
}

static void put_table(const struct diff_page *page, const char *title, const char *what,
		      const struct diff_row *rows, size_t cnt, FILE *out)
{
	const char *const heads[] = { "old", "new", "change", "percent", what, NULL };
	size_t i, shown = 0;

	cells_begin_table(title, heads, out);
	for (i = 0; i < cnt && shown < TABLE_ROWS; i++) {
		if (!diff_is_worth(page->diff, &rows[i]))
			continue;
		put_row(page, &rows[i], out);
		shown++;
	}
	if (!shown)
		fputs("<tr><td class=\"empty\" colspan=\"5\">No change of a thousandth of the "
		      "time, or more.</td></tr>\n",
		      out);
	cells_end_table(out);
}

void changes_put(const struct diff_page *page, FILE *out)
{
	const struct diff *d = page->diff;

	put_table(page, "Subs by change of exclusive time", "sub", d->subs, d->sub_cnt, out);
	if (d->line_cnt)
		put_table(page, "Lines by change of time", "line", d->lines, d->line_cnt, out);
}
