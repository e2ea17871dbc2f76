// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/places.h"
#include "figures/idle.h"
#include "figures/sums.h"
#include "html/text.h"
#include "profile/profile.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"
#include "util/sort.h"

/* -------------------------------------------------------------------- one table */

static void begin_table(const char *title, const char *const *heads, FILE *out)
{
	fprintf(out, "<div>\n<table><caption>%s</caption><thead><tr>", title);
	for (; *heads; heads++)
		fprintf(out, "<th scope=\"col\" class=\"%s\">%s</th>", heads[1] ? "number" : "text",
			*heads);
	fputs("</tr></thead><tbody>\n", out);
}

static void end_table(FILE *out)
{
	fputs("</tbody></table>\n</div>\n", out);
}

static void begin_row(const char *kind, const char *name, uint32_t line, FILE *out)
{
	fprintf(out, "<tr class=\"item\" data-go=\"#%s=", kind);
	html_put_hash(name, out);
	fprintf(out, line ? ":%u\">" : "\">", line);
}

static void put_time(int64_t ns, int64_t all, FILE *out)
{
	fputs("<td class=\"number\">", out);
	html_put_time(ns, out);
	fputs("<span class=\"percent\">", out);
	if (ns > 0 && all > 0)
		fprintf(out, "%.1f%%", 100 * (double)ns / (double)all);
	fputs("</span></td>", out);
}

static void put_count(uint64_t cnt, FILE *out)
{
	fputs("<td class=\"number\">", out);
	html_put_count(cnt, out);
	fputs("</td>", out);
}

/* The last directory, and the name in it. */
static const char *short_name(const char *name)
{
	const char *at = name + strlen(name);
	int slashes = 0;

	if (*name == '(')
		return name;
	for (; at > name; at--) {
		if (at[-1] == '/' && ++slashes == 2)
			break;
	}
	return at;
}

/* A long name breaks where its parts do. */
static void put_parts(const char *name, size_t len, FILE *out)
{
	size_t from = 0, i;

	for (i = 1; i <= len; i++) {
		if (i < len && name[i - 1] != '/' &&
		    !(i > 1 && name[i - 1] == ':' && name[i - 2] == ':'))
			continue;
		html_put_text(name + from, i - from, out);
		fputs(i < len ? "<wbr>" : "", out);
		from = i;
	}
}

/* shown: the name, or its end, whose first part is dim. */
static void put_link(const char *kind, const char *name, const char *shown, size_t dim,
		     uint32_t line, FILE *out)
{
	fprintf(out, "<td class=\"text\"><a class=\"name\" href=\"#%s=", kind);
	html_put_hash(name, out);
	if (line)
		fprintf(out, ":%u", line);
	fputs("\" title=\"", out);
	html_put(name, out);
	if (line)
		fprintf(out, ":%u", line);
	fputs("\"><span class=\"dim\">", out);
	put_parts(shown, dim, out);
	fputs("</span><wbr>", out);
	put_parts(shown + dim, strlen(shown + dim), out);
	if (line)
		fprintf(out, ":%u", line);
	fputs("</a>", out);
}

/* ------------------------------------------------------------------------- subs */

struct sub_row {
	const struct profile_sub *sub;
	struct profile_counts counts;
};

static int compare_subs(const void *a, const void *b)
{
	const struct sub_row *x = a, *y = b;

	if (x->counts.excl_ns != y->counts.excl_ns)
		return x->counts.excl_ns < y->counts.excl_ns ? 1 : -1;
	return strcmp(x->sub->name, y->sub->name);
}

/* In the order of their exclusive times. NULL: out of memory. */
static struct sub_row *sub_rows(const struct profile *p)
{
	struct profile_counts *sums __cleanup(free_ptr) = sub_sums(p);
	struct sub_row *rows = sums ? calloc(p->sub_cnt + 1, sizeof(*rows)) : NULL;
	size_t i;

	for (i = 0; rows && i < p->sub_cnt; i++)
		rows[i] = (struct sub_row){ p->subs[i], sums[i] };
	if (rows)
		sort(rows, p->sub_cnt, sizeof(*rows), compare_subs);
	return rows;
}

/* Behind the package; that of an anonymous sub ends before its place. */
static size_t package_len(const char *name)
{
	size_t end = strcspn(name, "["), i;

	for (i = end; i >= 2; i--) {
		if (name[i - 1] == ':' && name[i - 2] == ':')
			return i;
	}
	return 0;
}

static int put_subs(const struct profile *p, const struct stacks *s, FILE *out)
{
	const char *const heads[] = { "exclusive", "inclusive", s->hz ? "samples" : "calls", "sub",
				      NULL };
	struct sub_row *sums __cleanup(free_ptr) = sub_rows(p);
	size_t i, cnt = 0;

	if (!sums)
		return -ENOMEM;
	begin_table("Subs by exclusive time", heads, out);
	for (i = 0; i < p->sub_cnt && cnt < TABLE_ROWS; i++) {
		const char *name = sums[i].sub->name;

		if ((!sums[i].counts.cnt && !sums[i].counts.incl_ns) || sub_is_idle(name))
			continue;
		begin_row("sub", name, 0, out);
		put_time(sums[i].counts.excl_ns, s->all[0].total_ns, out);
		put_time(sums[i].counts.incl_ns, s->all[0].total_ns, out);
		put_count(sums[i].counts.cnt, out);
		put_link("sub", name, name, package_len(name), 0, out);
		fputs(sums[i].sub->xsub ? " <span class=\"tag\">xsub</span></td></tr>\n" :
					  "</td></tr>\n",
		      out);
		cnt++;
	}
	end_table(out);
	return 0;
}

/* ------------------------------------------------------------------------ lines */

static int compare_lines(const void *a, const void *b)
{
	const struct line_row *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? 1 : -1;
	return x->file != y->file ? strcmp(x->file->name, y->file->name) :
				    (x->line > y->line) - (x->line < y->line);
}

static void put_source(const struct line_row *row, FILE *out)
{
	struct line_reader reader = {};
	size_t len;
	const char *text = line_text(&reader, row, &len);

	for (; text && len && (*text == ' ' || *text == '\t'); text++)
		len--;
	if (!text)
		return;
	fputs("<code class=\"excerpt\">", out);
	html_put_text(text, len < 160 ? len : 160, out);
	fputs("</code>", out);
}

static int put_lines(const struct profile *p, const struct stacks *s, FILE *out)
{
	const char *const heads[] = { "time", s->hz ? "samples" : "count", "line", NULL };
	size_t cnt, i;
	struct line_row *rows __cleanup(free_ptr) = line_rows(p, &cnt);

	if (!rows)
		return -ENOMEM;
	sort(rows, cnt, sizeof(*rows), compare_lines);
	begin_table("Lines by time", heads, out);
	for (i = 0; i < cnt && i < TABLE_ROWS; i++) {
		const char *name = rows[i].file->name, *shown = short_name(name),
			   *slash = strrchr(shown, '/');

		begin_row("file", name, rows[i].line, out);
		put_time(rows[i].ns, s->stmt_ns, out);
		put_count(rows[i].cnt, out);
		put_link("file", name, shown,
			 slash && *name != '(' ? (size_t)(slash + 1 - shown) : 0, rows[i].line,
			 out);
		put_source(&rows[i], out);
		fputs("</td></tr>\n", out);
	}
	end_table(out);
	return 0;
}

int tables_put(const struct profile *p, const struct stacks *s, FILE *out)
{
	return put_subs(p, s, out) ?: put_lines(p, s, out);
}
