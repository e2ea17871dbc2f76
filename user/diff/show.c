// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <string.h>

#include "diff/diff.h"
#include "text/json.h"
#include "text/plain.h"
#include "text/screen_text.h"
#include "write/time_text.h"

#define TEXT_MOST    60u /* bytes of a line's text */
#define PERCENT_TEXT 32

static void put_time(double ns, const char *sign, FILE *out)
{
	char text[TIME_TEXT], with[TIME_TEXT + 2];

	snprintf(with, sizeof(with), "%s%s", sign, time_text(llround(ns), text));
	fprintf(out, "%9s ", with);
}

static void put_side(const struct diff_value *v, FILE *out)
{
	if (v->there)
		put_time(v->ns, "", out);
	else
		fprintf(out, "%9s ", "-");
}

static void percent_text(const struct diff_row *row, char text[PERCENT_TEXT])
{
	double percent = diff_percent(row);

	if (!row->old.there)
		strcpy(text, "new");
	else if (!row->new.there)
		strcpy(text, "gone");
	else if (!isfinite(percent) || percent >= 99999)
		strcpy(text, ">999x");
	else
		snprintf(text, PERCENT_TEXT, "%+.1f%%", percent);
}

void diff_put_percent(const struct diff_row *row, FILE *out)
{
	char text[PERCENT_TEXT];

	percent_text(row, text);
	fputs(text, out);
}

static void put_percent(const struct diff_row *row, FILE *out)
{
	char text[PERCENT_TEXT];

	percent_text(row, text);
	fprintf(out, "%9s ", text);
}

static void put_cnt(const struct diff_row *row, FILE *out)
{
	char text[64];

	if (fabs(row->old.cnt - row->new.cnt) < 0.5)
		snprintf(text, sizeof(text), "%.0f", row->new.cnt);
	else
		snprintf(text, sizeof(text), "%.0f>%.0f", row->old.cnt, row->new.cnt);
	fprintf(out, "%16s  ", text);
}

/* Without the blanks before it. */
static const char *text_of(const struct diff_row *row, size_t *len)
{
	const char *text = row->text;

	for (*len = row->text_len; *len && (*text == ' ' || *text == '\t'); --*len)
		text++;
	if (*len > TEXT_MOST)
		*len = TEXT_MOST;
	return text;
}

#define ROW_CELLS  60u /* columns before the place */
#define NAME_LEAST 8u

/* Its name without its begin, and the text of a line without its end, if there is no room for them. */
static void put_place_within(const struct diff_row *row, const char *behind, size_t room, FILE *out)
{
	char name[TEXT_MAX], text[TEXT_MAX];
	size_t used = strlen(behind), width, len;
	const char *from;

	text_clean(name, row->name, strlen(row->name));
	width = text_cut_begin(name, room > used + NAME_LEAST ? room - used : NAME_LEAST) + used;
	fprintf(out, "%s%s", name, behind);
	if (!row->text || width + 2 >= room)
		return;
	from = text_of(row, &len);
	text_clean(text, from, len);
	text_cut_end(text, room - width - 2);
	fprintf(out, "  %s", text);
}

static void put_place(const struct diff_row *row, unsigned width, FILE *out)
{
	char line[16] = "", was[32] = "", behind[48];
	const char *text;
	size_t len;

	if (row->line)
		snprintf(line, sizeof(line), ":%u", row->line);
	if (row->old_line && row->old_line != row->line)
		snprintf(was, sizeof(was), " (was %u)", row->old_line);
	snprintf(behind, sizeof(behind), "%s%s", line, was);
	if (width) {
		put_place_within(row, behind, width > ROW_CELLS ? width - ROW_CELLS : 0, out);
		return;
	}
	plain_print(row->name, out);
	fputs(behind, out);
	if (!row->text)
		return;
	text = text_of(row, &len);
	fputs("  ", out);
	plain_print_len(text, len, ' ', out);
}

static void put_row(const struct diff_row *row, unsigned width, FILE *out)
{
	double change = diff_change(row);

	fputs(row->noise ? "~ " : "  ", out);
	put_side(&row->old, out);
	put_side(&row->new, out);
	put_time(fabs(change), change < 0 ? "-" : "+", out);
	put_percent(row, out);
	put_cnt(row, out);
	put_place(row, width, out);
	putc('\n', out);
}

static void put_rows(const struct diff *d, const struct diff_row *rows, size_t cnt, unsigned top,
		     unsigned width, FILE *out)
{
	size_t i, shown = 0;

	for (i = 0; i < cnt && shown < top; i++) {
		if (!diff_is_worth(d, &rows[i]))
			continue;
		put_row(&rows[i], width, out);
		shown++;
	}
	if (!shown)
		fputs("  no change of a thousandth of the time, or more\n", out);
}

static void put_head(const char *title, const char *cnt, const char *what, FILE *out)
{
	fprintf(out, "\n%s\n  %9s %9s %9s %9s %16s%s%s\n", title, "old", "new", "change", "percent",
		cnt, *what ? "  " : "", what);
}

void diff_show(const struct diff *d, unsigned top, unsigned width, FILE *out)
{
	fprintf(out, "%zu old and %zu new profile%s; times are of one run%s\n", d->run_cnt[0],
		d->run_cnt[1], d->run_cnt[0] + d->run_cnt[1] > 2 ? "s" : "",
		d->hz ? ", estimated from samples" : "");
	if (diff_knows_noise(d))
		fputs("~ marks changes that may be noise\n", out);
	else
		fputs("What is noise is not known: give several profiles for each side\n", out);
	put_head("Total", d->hz ? "samples" : "executed", "", out);
	put_row(&d->total, width, out);
	put_head("Subs by change of exclusive time", d->hz ? "samples" : "calls", "sub", out);
	put_rows(d, d->subs, d->sub_cnt, top, width, out);
	if (!d->line_cnt)
		return;
	put_head("Lines by change of time", d->hz ? "samples" : "executed", "line", out);
	put_rows(d, d->lines, d->line_cnt, top, width, out);
}

/* ------------------------------------------------------------------------- JSON */

static void put_json_row(const struct diff_row *row, FILE *out)
{
	fputs("{\"name\":", out);
	json_put_string(row->name, out);
	if (row->line)
		fprintf(out, ",\"line\":%u", row->line);
	if (row->old_line)
		fprintf(out, ",\"old_line\":%u", row->old_line);
	fprintf(out,
		",\"old_ns\":%.0f,\"new_ns\":%.0f,\"old_count\":%.0f,\"new_count\":%.0f,"
		"\"in_old\":%s,\"in_new\":%s,\"noise\":%s}",
		row->old.ns, row->new.ns, row->old.cnt, row->new.cnt,
		row->old.there ? "true" : "false", row->new.there ? "true" : "false",
		row->noise ? "true" : "false");
}

static void put_json_rows(const char *key, const struct diff_row *rows, size_t cnt, FILE *out)
{
	size_t i;

	fprintf(out, ",\"%s\":[", key);
	for (i = 0; i < cnt; i++) {
		if (i)
			putc(',', out);
		put_json_row(&rows[i], out);
	}
	putc(']', out);
}

void diff_show_json(const struct diff *d, FILE *out)
{
	fprintf(out, "{\"old_profiles\":%zu,\"new_profiles\":%zu,\"estimates\":%s,\"total\":",
		d->run_cnt[0], d->run_cnt[1], d->hz ? "true" : "false");
	put_json_row(&d->total, out);
	put_json_rows("subs", d->subs, d->sub_cnt, out);
	put_json_rows("lines", d->lines, d->line_cnt, out);
	fputs("}\n", out);
}
