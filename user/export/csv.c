// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Lines as comma-separated values (RFC 4180): the columns of nytprofcsv, with the file and the line
 * behind them.  Its time of a line has the statements of string evals as well; here they have lines
 * of their own.  The events of the kernel are the last columns.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "export/places.h"
#include "export/text.h"
#include "profile/profile.h"
#include "stacks/event_lines.h"
#include "stacks/stacks.h"

/* A quote is two. */
static void put_field(const char *text, size_t len, FILE *out)
{
	const char *quote;

	putc('"', out);
	while ((quote = memchr(text, '"', len))) {
		text_put_line(text, (size_t)(quote - text), "", out);
		fputs("\"\"", out);
		len -= (size_t)(quote + 1 - text);
		text = quote + 1;
	}
	text_put_line(text, len, "", out);
	putc('"', out);
}

static void put_seconds(int64_t ns, FILE *out)
{
	fprintf(out, "%" PRId64 ".%09" PRId64 ",", ns / 1000000000, ns % 1000000000);
}

/* Without what is blank before it, as nytprofcsv does. */
static void put_code(const char *text, size_t len, FILE *out)
{
	for (; len && strchr(" \t\r\f", *text); len--)
		text++;
	put_field(text, len && text[len - 1] == '\r' ? len - 1 : len, out);
}

/* The rows of the profile, and the lines of its events; both in the order of files and lines. */
struct table {
	const struct event_stacks *e;
	struct line_row *rows;
	size_t cnt, next;
	struct event_line *events;
	size_t event_cnt, next_event;
};

static void put_head(const struct profile *p, const struct event_stacks *e, FILE *out)
{
	uint32_t i;

	fprintf(out, "time,%s,time/%s,code,file,line", profile_hz(p) ? "samples" : "calls",
		profile_hz(p) ? "sample" : "call");
	for (i = 0; i < e->kind_cnt; i++) {
		putc(',', out);
		put_field(e->kinds[i], strlen(e->kinds[i]), out);
	}
	fputs("\r\n", out);
}

static void put_row(const struct table *t, const struct line_row *row,
		    const struct event_line *events, struct line_reader *reader, FILE *out)
{
	size_t len = 0;
	const char *text = line_text(reader, row, &len);
	uint32_t i;

	put_seconds(row->ns, out);
	fprintf(out, "%" PRIu64 ",", row->cnt);
	put_seconds(row->cnt ? (int64_t)((uint64_t)row->ns / row->cnt) : 0, out);
	put_code(text ? text : "", text ? len : 0, out);
	putc(',', out);
	put_field(row->file->name, strlen(row->file->name), out);
	fprintf(out, ",%u", row->line);
	for (i = 0; i < t->e->kind_cnt; i++)
		fprintf(out, ",%" PRId64, events ? events->amounts[i] : 0);
	fputs("\r\n", out);
}

/* Below 0: the next row comes before the next line of events; 0: they are the same line. */
static int compare_next(const struct table *t)
{
	const struct line_row *row = &t->rows[t->next];
	const struct event_line *events = &t->events[t->next_event];

	if (t->next == t->cnt || t->next_event == t->event_cnt)
		return t->next == t->cnt ? 1 : -1;
	if (row->file->fid != events->fid)
		return row->file->fid < events->fid ? -1 : 1;
	return (row->line > events->line) - (row->line < events->line);
}

static void put_rows(struct table *t, const struct profile *p, FILE *out)
{
	struct line_reader reader = {};

	while ((t->next < t->cnt || t->next_event < t->event_cnt) && !ferror(out)) {
		const int order = compare_next(t);
		const struct event_line *events = order < 0 ? NULL : &t->events[t->next_event++];
		struct line_row row = {};

		if (order <= 0)
			row = t->rows[t->next++];
		else
			row = (struct line_row){ .file = profile_find_fid(p, events->fid),
						 .line = events->line };
		put_row(t, &row, events, &reader, out);
	}
}

int export_csv(const struct profile *p, const struct stacks *s, FILE *out)
{
	struct table t = { .e = s->events };
	int rc = -ENOMEM;

	t.rows = line_rows(p, &t.cnt);
	t.events = event_lines(t.e, p, t.e->kind_cnt, &t.event_cnt);
	if (t.rows && t.events) {
		/* Events without a line have no row. */
		while (t.next_event < t.event_cnt && !t.events[t.next_event].fid)
			t.next_event++;
		put_head(p, t.e, out);
		put_rows(&t, p, out);
		rc = 0;
	}
	free(t.rows);
	free(t.events);
	return rc;
}
