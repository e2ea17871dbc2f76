// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A flame graph: each frame is as wide as its time with all that it calls, and stands on its
 * caller.  It has neither script nor anything from elsewhere: a browser shows the title of what is
 * pointed at.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "export/text.h"
#include "profile/profile.h"
#include "stacks/frames.h"
#include "stacks/stacks.h"

#define WIDTH	   1200.0
#define MARGIN	   10.0
#define ROW	   17u
#define HEAD	   46u
#define FOOT	   30u
#define CHAR_WIDTH 6.6 /* of the font */
#define WIDTH_MIN  0.2 /* what is narrower cannot be seen */

/* Characters of XML; others become "?". */
static void put_text(const char *text, size_t left, size_t most, FILE *out)
{
	uint32_t c;
	size_t len;

	for (; left && most; text += len, left -= len, most--) {
		len = text_char(text, left, &c);
		if (c < ' ' || (c >= 0x7f && c < 0xa0) || c == 0xfffe || c == 0xffff)
			c = '?';
		text_put_xml_char(c, out);
	}
}

static size_t count_chars(const char *text)
{
	size_t left = strlen(text), cnt = 0, len;
	uint32_t c;

	for (; left; text += len, left -= len, cnt++)
		len = text_char(text, left, &c);
	return cnt;
}

/* ------------------------------------------------------------------------- geometry */

struct graph {
	const struct profile *p;
	const struct stacks *s;
	FILE *out;
	double *begin; /* of each stack: its first ns */
	double *used; /* by those that it called, so far */
	uint32_t rows;
	const double *old_ns; /* own time before, by stack; NULL: changes are not shown */
	double most; /* the largest change of an own time */
};

static double scale(const struct graph *g, double ns)
{
	int64_t all = g->s->all[0].total_ns;

	return all ? (WIDTH - 2 * MARGIN) * ns / (double)all : 0;
}

static bool is_seen(const struct graph *g, size_t nr)
{
	return !nr || scale(g, (double)g->s->all[nr].total_ns) >= WIDTH_MIN;
}

/* Siblings stand side by side. */
static void place(struct graph *g)
{
	const struct stacks *s = g->s;
	size_t i;

	for (i = 0; i < s->cnt; i++) {
		uint32_t up = s->all[i].up;

		if (i) {
			g->begin[i] = g->begin[up] + g->used[up];
			g->used[up] += (double)s->all[i].total_ns;
		}
		if (is_seen(g, i) && s->all[i].depth >= g->rows)
			g->rows = s->all[i].depth + 1;
	}
}

/* ----------------------------------------------------------------------------- print */

/* A package has a colour. */
static unsigned hue_of(const char *name)
{
	const char *end = strstr(name, "::"), *next;
	uint32_t hash = 2166136261u;

	while (end && (next = strstr(end + 2, "::")))
		end = next;
	for (; *name && name != end; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619u;
	return hash % 60; /* red to yellow */
}

static double change_of(const struct graph *g, size_t nr)
{
	return (double)g->s->all[nr].ns - g->old_ns[nr];
}

/* Red: it takes more than before; blue: less; the lighter, the smaller the change. */
static void put_colour(const struct graph *g, size_t nr, const char *name)
{
	unsigned hue = hue_of(name);
	double change = g->old_ns ? change_of(g, nr) : 0;

	if (g->old_ns)
		fprintf(g->out, "hsl(%u,90%%,%.0f%%)", change > 0 ? 0 : 215,
			g->most > 0 ? 95 - 40 * sqrt(fabs(change) / g->most) : 95);
	else
		fprintf(g->out, "hsl(%u,%u%%,%u%%)", hue, 80 - hue / 2, 62 + hue / 6);
}

static void put_title(const struct graph *g, const struct stack *stack, const char *name)
{
	fputs("<title>", g->out);
	put_text(name, strlen(name), SIZE_MAX, g->out);
	fprintf(g->out, ": %.3f ms of %.3f ms (%.2f%%), own %.3f ms", (double)stack->total_ns / 1e6,
		(double)g->s->all[0].total_ns / 1e6,
		g->s->all[0].total_ns ?
			100 * (double)stack->total_ns / (double)g->s->all[0].total_ns :
			0,
		(double)stack->ns / 1e6);
	if (g->old_ns)
		fprintf(g->out, " (was %.3f ms)", g->old_ns[stack - g->s->all] / 1e6);
	if (stack->sub < g->p->sub_cnt)
		fprintf(g->out, ", %" PRIu64 " %s%s", stack->cnt, g->s->hz ? "samples" : "calls",
			g->s->shared_cnts ? " (an estimate)" : "");
	fputs("</title>", g->out);
}

/* As much of the name as there is room for. */
static void put_label(const struct graph *g, const char *name, double x, double y, double width)
{
	size_t room = (size_t)((width - 4) / CHAR_WIDTH), chars;

	if (width < 4 + 3 * CHAR_WIDTH)
		return;
	chars = count_chars(name);
	fprintf(g->out, "<text x=\"%.1f\" y=\"%.1f\">", x + 2, y + ROW - 5);
	put_text(name, strlen(name), chars <= room ? chars : room - 2, g->out);
	fputs(chars <= room ? "</text>" : "..</text>", g->out);
}

static void put_frame(const struct graph *g, size_t nr)
{
	const struct stack *stack = &g->s->all[nr];
	const char *name = stack_name(g->p, stack);
	double x = MARGIN + scale(g, g->begin[nr]), width = scale(g, (double)stack->total_ns);
	double y = HEAD + (double)(g->rows - 1 - stack->depth) * ROW;

	fputs("<g>", g->out);
	put_title(g, stack, name);
	fprintf(g->out, "<rect x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%u\" fill=\"", x, y,
		width, ROW - 1);
	put_colour(g, nr, name);
	fputs("\"/>", g->out);
	put_label(g, name, x, y, width);
	fputs("</g>\n", g->out);
}

/* What kind of time it is, and what is an estimate. */
static void put_head(const struct graph *g)
{
	const char *title = frames_title(g->p);
	unsigned height = HEAD + g->rows * ROW + FOOT;

	fprintf(g->out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%.0f\" "
		"height=\"%u\" viewBox=\"0 0 %.0f %u\" font-family=\"monospace\" "
		"font-size=\"11\">\n<title>",
		WIDTH, height, WIDTH, height);
	put_text(title, strlen(title), 300, g->out);
	fprintf(g->out,
		"</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fdfaf3\"/>\n"
		"<text x=\"%.0f\" y=\"20\" font-size=\"15\">",
		MARGIN);
	put_text(title, strlen(title), 110, g->out);
	fprintf(g->out, "</text>\n<text x=\"%.0f\" y=\"37\" fill=\"#666\">%.3f ms%s%s</text>\n",
		MARGIN, (double)g->s->all[0].total_ns / 1e6,
		g->s->hz ? " of processor time, estimated from samples" : "",
		g->s->pairs ? "; no stacks were recorded: a sub and its caller each" : "");
}

static void find_most(struct graph *g)
{
	size_t i;

	for (i = 0; g->old_ns && i < g->s->cnt; i++)
		g->most = fmax(g->most, fabs(change_of(g, i)));
}

int export_svg_changes(const struct profile *p, const struct stacks *s, const double *old_ns,
		       FILE *out)
{
	struct graph g = { .p = p, .s = s, .out = out, .rows = 1, .old_ns = old_ns };
	size_t i;

	find_most(&g);
	g.begin = calloc(s->cnt, sizeof(*g.begin));
	g.used = calloc(s->cnt, sizeof(*g.used));
	if (!g.begin || !g.used) {
		free(g.begin);
		free(g.used);
		return -ENOMEM;
	}
	place(&g);
	put_head(&g);
	for (i = 0; i < s->cnt && !ferror(out); i++) {
		if (is_seen(&g, i))
			put_frame(&g, i);
	}
	fprintf(out,
		"<text x=\"%.0f\" y=\"%u\" fill=\"#666\">Width: time of a sub with all that it "
		"calls. %sPoint at a frame to see its numbers.</text>\n</svg>\n",
		MARGIN, HEAD + g.rows * ROW + 18,
		old_ns ? "Red: its own time grew; blue: it shrank. " : "");
	free(g.begin);
	free(g.used);
	return 0;
}

int export_svg(const struct profile *p, const struct stacks *s, FILE *out)
{
	return export_svg_changes(p, s, NULL, out);
}
