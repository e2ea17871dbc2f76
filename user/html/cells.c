// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/cells.h"

#include <math.h>
#include <string.h>

#include "figures/probe_errors.h"
#include "figures/run_totals.h"
#include "html/text.h"

/* -------------------------------------------------------------------- one table */

void cells_begin_table(const char *title, const char *const *heads, FILE *out)
{
	fprintf(out, "<div>\n<table><caption>%s</caption><thead><tr>", title);
	for (; *heads; heads++)
		fprintf(out, "<th scope=\"col\" class=\"%s\">%s</th>", heads[1] ? "number" : "text",
			*heads);
	fputs("</tr></thead><tbody>\n", out);
}

void cells_end_table(FILE *out)
{
	fputs("</tbody></table>\n</div>\n", out);
}

void cells_begin_row(const char *kind, const char *name, uint32_t line, FILE *out)
{
	fprintf(out, "<tr class=\"item\" data-go=\"#%s=", kind);
	html_put_hash(name, out);
	fprintf(out, line ? ":%u\">" : "\">", line);
}

static void put_percent(int64_t ns, int64_t all, FILE *out)
{
	fputs("<span class=\"percent\">", out);
	if (ns > 0 && all > 0)
		fprintf(out, "%.1f%%", 100 * (double)ns / (double)all);
	fputs("</span></td>", out);
}

void cells_put_time(int64_t ns, int64_t error_ns, int64_t all, FILE *out)
{
	fprintf(out, "<td class=\"number\">%s", error_mark(ns, error_ns));
	html_put_time(ns, out);
	put_percent(ns, all, out);
}

void cells_put_count(uint64_t cnt, FILE *out)
{
	fputs("<td class=\"number\">", out);
	html_put_count(cnt, out);
	fputs("</td>", out);
}

static void put_error(double error, FILE *out)
{
	const double percent = 100 * error;

	if (percent >= 100)
		fputs("<span class=\"off\">\302\261\342\211\245100%</span>", out);
	else if (percent > 0)
		fprintf(out, "<span class=\"off\">\302\261%.*f%%</span>", percent < 9.95, percent);
	else
		fputs("<span class=\"off\"></span>", out);
}

void cells_put_run_time(const struct run_total *run, int64_t all_ns, FILE *out)
{
	const int64_t ns = (int64_t)fmin(fmax(run->value, 0), 9e18);

	fputs("<td class=\"number\">", out);
	html_put_time(ns, out);
	put_error(run->error, out);
	put_percent(ns, all_ns, out);
}

void cells_put_run_cnt(uint64_t cnt, double error, FILE *out)
{
	fputs("<td class=\"number\">", out);
	html_put_count(cnt, out);
	put_error(error, out);
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

void cells_put_sub(const char *name, FILE *out)
{
	put_link("sub", name, name, package_len(name), 0, out);
}

void cells_put_line(const char *name, uint32_t line, FILE *out)
{
	const char *shown = short_name(name), *slash = strrchr(shown, '/');

	put_link("file", name, shown, slash && *name != '(' ? (size_t)(slash + 1 - shown) : 0, line,
		 out);
}

void cells_put_source(const char *text, size_t len, FILE *out)
{
	for (; len && (*text == ' ' || *text == '\t'); text++)
		len--;
	fputs("<code class=\"excerpt\">", out);
	html_put_text(text, len < CELLS_SOURCE_MAX ? len : CELLS_SOURCE_MAX, out);
	fputs("</code>", out);
}
