// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Lines as comma-separated values (RFC 4180): the columns of nytprofcsv, with the file and the line behind them.  Its
 * time of a line has the statements of string evals as well; here they have lines of their own.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "export/export.h"
#include "export/places.h"
#include "export/text.h"
#include "profile/profile.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"

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

static void put_row(const struct line_row *row, const char *text, size_t len, FILE *out)
{
	put_seconds(row->ns, out);
	fprintf(out, "%" PRIu64 ",", row->cnt);
	put_seconds(row->cnt ? (int64_t)((uint64_t)row->ns / row->cnt) : 0, out);
	put_code(text ? text : "", text ? len : 0, out);
	putc(',', out);
	put_field(row->file->name, strlen(row->file->name), out);
	fprintf(out, ",%u\r\n", row->line);
}

int export_csv(const struct profile *p, const struct stacks *stacks, FILE *out)
{
	size_t cnt, i, len = 0;
	struct line_row *rows __cleanup(free_ptr) = line_rows(p, &cnt);
	struct line_reader reader = {};

	(void)stacks;
	if (!rows)
		return -ENOMEM;
	fprintf(out, "time,%s,time/%s,code,file,line\r\n", profile_hz(p) ? "samples" : "calls",
		profile_hz(p) ? "sample" : "call");
	for (i = 0; i < cnt && !ferror(out); i++) {
		const char *text = line_text(&reader, &rows[i], &len);

		put_row(&rows[i], text, len, out);
	}
	return 0;
}
