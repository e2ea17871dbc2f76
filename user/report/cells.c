// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/cells.h"

#include <math.h>
#include <string.h>

#include "text/plain.h"
#include "text/screen_text.h"
#include "write/time_text.h"

#define TAB 8u

bool report_matches(const struct report *r, const char *name)
{
	return !r->o->match || !regexec(r->o->match, name, 0, NULL, 0);
}

void report_more(const struct report *r, size_t cnt)
{
	if (cnt > r->o->limit)
		fprintf(r->out, "%10s %zu more\n", "", cnt - r->o->limit);
}

/* Three digits. */
static const char *short_text(double value, char text[COUNT_TEXT])
{
	static const char units[] = "kMGTPE";
	size_t unit = 0;

	for (value /= 1000; value >= 999.5 && unit < sizeof(units) - 2; value /= 1000)
		unit++;
	snprintf(text, COUNT_TEXT, "%.*f%c",
		 value < 9.995 ? 2 :
		 value < 99.95 ? 1 :
				 0,
		 value, units[unit]);
	return text;
}

const char *count_text(uint64_t cnt, char text[COUNT_TEXT])
{
	if (cnt >= 1000000000)
		return short_text((double)cnt, text);
	snprintf(text, COUNT_TEXT, "%u", (unsigned)cnt);
	return text;
}

void cell_title(const struct report *r, unsigned width, const char *title)
{
	fprintf(r->out, "%*s", (int)width, title);
}

void cell_cnt(const struct report *r, uint64_t cnt)
{
	char text[COUNT_TEXT];

	fprintf(r->out, "%*s", (int)CELL_CNT, count_text(cnt, text));
}

void cell_amount(const struct report *r, int64_t amount)
{
	char text[COUNT_TEXT + 1] = "-";

	if (amount >= 0) {
		cell_cnt(r, (uint64_t)amount);
		return;
	}
	count_text(-(uint64_t)amount, text + 1);
	fprintf(r->out, "%*s", (int)CELL_CNT, text);
}

void end_style(const struct report *r)
{
	if (r->o->colour)
		fputs("\033[0m", r->out);
}

void begin_heading(const struct report *r)
{
	if (r->o->colour)
		fputs("\033[1m", r->out);
}

void begin_aside(const struct report *r)
{
	if (r->o->colour)
		fputs("\033[2m", r->out);
}

static void put_time(const struct report *r, const char *mark, int64_t ns, enum heat heat)
{
	static const char *const styles[] = {
		[HEAT_WARM] = "\033[33m",
		[HEAT_HOT] = "\033[31m",
		[HEAT_HOTTEST] = "\033[1;31m",
	};
	const char *style = r->o->colour && heat >= HEAT_WARM ? styles[heat] : NULL;
	char text[TIME_TEXT], marked[TIME_TEXT + 2];

	snprintf(marked, sizeof(marked), "%s%s", mark, ns ? time_text(ns, text) : "0");
	fprintf(r->out, "%s%*s", style ? style : "", (int)CELL_TIME, marked);
	if (style)
		end_style(r);
}

void cell_time(const struct report *r, int64_t ns, enum heat heat)
{
	put_time(r, "", ns, heat);
}

void cell_marked_time(const struct report *r, int64_t ns, int64_t error_ns, enum heat heat)
{
	put_time(r, error_mark(ns, error_ns), ns, heat);
}

unsigned cell_each_width(const struct report *r)
{
	return r->sampled ? 0 : CELL_TIME;
}

void cell_each_title(const struct report *r, const char *title)
{
	if (cell_each_width(r))
		cell_title(r, CELL_TIME, title);
}

void cell_each(const struct report *r, int64_t ns, uint64_t cnt, const struct heat_scale *heat)
{
	const int64_t each = ns_each(ns, cnt);

	if (!cnt)
		cell_each_title(r, "-");
	else if (cell_each_width(r))
		cell_time(r, each, heat ? heat_of(heat, each) : HEAT_NONE);
}

void cell_percent(const struct report *r, int64_t ns, int64_t whole_ns)
{
	char text[16];

	text_percent(text, ns > 0 ? (uint64_t)ns : 0, whole_ns > 0 ? (uint64_t)whole_ns : 0);
	/* The idle time of an event loop is in what calls it, and not in the whole. */
	if (whole_ns > 0 && ns / 10 >= whole_ns)
		strcpy(text, ">999");
	cell_title(r, CELL_PERCENT, *text ? text : "-");
}

void put_percent(const struct report *r, int64_t ns)
{
	char text[16];

	text_percent(text, ns > 0 ? (uint64_t)ns : 0, r->whole_ns > 0 ? (uint64_t)r->whole_ns : 0);
	fprintf(r->out, "%s %%", *text ? text : "0");
}

#define CELL_ERROR 8u

unsigned cell_error_width(const struct report *r)
{
	return r->p->estimates ? CELL_ERROR : 0;
}

void cell_error_title(const struct report *r)
{
	if (r->p->estimates)
		cell_title(r, CELL_ERROR, "+-");
}

static void cell_error(const struct report *r, double error)
{
	const double percent = 100 * error;
	char text[32] = "-";

	if (!r->p->estimates)
		return;
	if (percent >= 100)
		snprintf(text, sizeof(text), ">=100%%");
	else if (percent > 0)
		snprintf(text, sizeof(text), "%.*f%%", percent < 9.95 ? 1 : 0, percent);
	cell_title(r, CELL_ERROR, text);
}

void cell_run_cnt(const struct report *r, const struct run_total *run, uint64_t cnt)
{
	char text[COUNT_TEXT];

	if (!r->run.counts)
		cell_cnt(r, cnt);
	else if (run->value < 999.5)
		cell_cnt(r, (uint64_t)(run->value + 0.5));
	else
		cell_title(r, CELL_CNT, short_text(run->value, text));
	cell_error(r, run->error);
}

static int64_t run_time(const struct run_total *run)
{
	return (int64_t)fmin(fmax(run->value, -9e18), 9e18);
}

void cell_run_time(const struct report *r, const struct run_total *run, int64_t ns,
		   int64_t error_ns, const struct heat_scale *heat)
{
	if (r->p->estimates)
		cell_time(r, run_time(run), heat_of(heat, ns));
	else
		cell_marked_time(r, ns, error_ns, heat_of(heat, ns));
}

void cell_run_percent(const struct report *r, const struct run_total *run, int64_t ns)
{
	cell_percent(r, r->p->estimates ? run_time(run) : ns, r->run_ns);
	cell_error(r, run->error);
}

unsigned cell_wait_width(const struct report *r)
{
	return r->waits ? CELL_TIME : 0;
}

void cell_wait_title(const struct report *r)
{
	if (r->waits)
		cell_title(r, CELL_TIME, "waiting");
}

void cell_wait(const struct report *r, int64_t ns)
{
	char text[TIME_TEXT];

	if (r->waits)
		cell_title(r, CELL_TIME, ns > 0 ? time_text(ns, text) : "-");
}

unsigned room_behind(const struct report *r, unsigned columns)
{
	if (!r->o->fit)
		return UINT32_MAX;
	return r->o->width > columns ? r->o->width - columns : 0;
}

unsigned put_name(const struct report *r, const char *name, unsigned room)
{
	char text[TEXT_MAX];
	size_t width;

	text_clean(text, name, strlen(name));
	width = text_cut_begin(text, room);
	fputs(text, r->out);
	return (unsigned)width;
}

/* A piece without tabs. */
static unsigned put_piece(const struct report *r, const char *piece, size_t len, unsigned room)
{
	char text[TEXT_MAX];
	size_t width;

	text_clean(text, piece, len);
	width = text_cut_end(text, room);
	fputs(text, r->out);
	return (unsigned)width;
}

unsigned put_text(const struct report *r, const char *text, size_t len, unsigned room)
{
	unsigned at = 0, to;
	const char *tab;
	size_t piece;

	while (len && at < room) {
		tab = memchr(text, '\t', len);
		piece = tab ? (size_t)(tab - text) : len;
		at += put_piece(r, text, piece, room - at);
		text += piece;
		len -= piece;
		if (!tab)
			break;
		for (to = (at / TAB + 1) * TAB; at < to && at < room; at++)
			fputc(' ', r->out);
		text++;
		len--;
	}
	return at;
}

static void begin(const struct report *r, const char *heading, const char *cnt, const char *time,
		  bool errors)
{
	fputc('\n', r->out);
	begin_heading(r);
	fprintf(r->out, "%s\n", heading);
	end_style(r);
	cell_title(r, CELL_CNT, r->sampled ? "samples" : cnt);
	if (errors)
		cell_error_title(r);
	cell_title(r, CELL_TIME, time);
	cell_title(r, CELL_PERCENT, "%");
	if (errors)
		cell_error_title(r);
	cell_wait_title(r);
}

void begin_table(const struct report *r, const char *heading, const char *cnt, const char *time)
{
	begin(r, heading, cnt, time, false);
}

void begin_table_with_errors(const struct report *r, const char *heading, const char *cnt,
			     const char *time)
{
	begin(r, heading, cnt, time, true);
}
