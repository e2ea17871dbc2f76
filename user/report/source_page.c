// SPDX-License-Identifier: GPL-2.0-or-later
/* The source of a file, with numbers beside its lines. */
#include <errno.h>
#include <string.h>

#include "report/cells.h"
#include "report/find.h"
#include "report/report_parts.h"
#include "report/source_lines.h"
#include "util/error.h"
#include "write/time_text.h"

#define NOTES_MAX     5u /* calls at a line, callers of a sub */
#define PERCENT_LEAST 100u /* columns that have room for percentages */
#define NR_WIDTH      6u

struct source_page {
	const struct report *r;
	const struct profile_file *file;
	const struct call_index *calls;
	const struct source_lines *lines;
	bool percent;
	unsigned margin; /* columns of the numbers */
};

static void put_titles(const struct source_page *page)
{
	const struct report *r = page->r;

	begin_heading(r);
	cell_title(r, CELL_CNT, r->sampled ? "samples" : "executed");
	cell_title(r, CELL_TIME, "time");
	if (page->percent)
		cell_title(r, CELL_PERCENT, "%");
	cell_each_title(r, "each");
	cell_wait_title(r);
	cell_title(r, NR_WIDTH, "line");
	fputs("  source\n", r->out);
	end_style(r);
}

/* Begins a line that has no numbers, beside the source. */
static void begin_note(const struct source_page *page, const char *indent)
{
	fprintf(page->r->out, "%*s%s", (int)page->margin, "", indent);
	begin_aside(page->r);
	fputs("# ", page->r->out);
}

static void end_note(const struct source_page *page, const char *text, size_t indent)
{
	put_text(page->r, text, strlen(text),
		 room_behind(page->r, page->margin + (unsigned)indent + 2));
	end_style(page->r);
	fputc('\n', page->r->out);
}

static const char *times_word(const struct report *r)
{
	return r->sampled ? " samples" : "x";
}

static void put_caller(const struct source_page *page, const struct profile_call *call)
{
	char text[1024], cnt[COUNT_TEXT], time[TIME_TEXT], place[PLACE_TEXT];
	const struct profile_counts *c = &call->counts;

	begin_note(page, "  ");
	snprintf(text, sizeof(text), "%s%s %s from %s, %s", count_text(c->cnt, cnt),
		 times_word(page->r), time_text(c->incl_ns ? c->incl_ns : c->reci_ns, time),
		 place_text(page->r->p, call->id.fid, call->id.line, page->file->fid, place),
		 page->r->p->subs[call->id.caller]->name);
	end_note(page, text, 2);
}

static void put_rest(const struct source_page *page, size_t cnt)
{
	char text[64];

	if (cnt <= NOTES_MAX)
		return;
	begin_note(page, "  ");
	snprintf(text, sizeof(text), "and %zu more", cnt - NOTES_MAX);
	end_note(page, text, 2);
}

/* Who calls the sub that begins here. */
static void put_head(const struct source_page *page, const struct profile_sub *sub)
{
	const struct profile_counts *sum = &page->r->subs[sub->id];
	const struct sub_error *error = &page->r->errors.subs[sub->id];
	struct call_list list = calls_of_sub(page->calls, sub->id);
	char text[1024], cnt[COUNT_TEXT], incl[TIME_TEXT], excl[TIME_TEXT];
	size_t i;

	begin_note(page, "");
	snprintf(text, sizeof(text), "%s%s %s%s (own %s%s) in %s", count_text(sum->cnt, cnt),
		 times_word(page->r), error_mark(sum->incl_ns, error->incl_ns),
		 time_text(sum->incl_ns, incl), error_mark(sum->excl_ns, error->excl_ns),
		 time_text(sum->excl_ns, excl), sub->name);
	end_note(page, text, 0);
	for (i = 0; i < list.cnt && i < NOTES_MAX; i++)
		put_caller(page, list.calls[i]);
	put_rest(page, list.cnt);
}

#define EACH_TEXT (TIME_TEXT + sizeof(",  each"))

/* ", 1.20us each"; "": of samples it says nothing. */
static const char *each_text(const struct report *r, const struct profile_counts *c, char *text)
{
	char time[TIME_TEXT];

	*text = 0;
	if (cell_each_width(r))
		snprintf(text, EACH_TEXT, ", %s each",
			 time_text(ns_each(c->incl_ns ?: c->reci_ns, c->cnt), time));
	return text;
}

static void put_callees(const struct source_page *page, uint32_t nr)
{
	struct call_list list = calls_from_line(page->calls, page->file->fid, nr);
	char text[1024], cnt[COUNT_TEXT], time[TIME_TEXT], each[EACH_TEXT];
	size_t i;

	for (i = 0; i < list.cnt && i < NOTES_MAX; i++) {
		const struct profile_counts *c = &list.calls[i]->counts;
		int64_t ns = c->incl_ns ? c->incl_ns : c->reci_ns;

		begin_note(page, "  ");
		snprintf(text, sizeof(text), "%s%s %s to %s%s%s", count_text(c->cnt, cnt),
			 times_word(page->r), time_text(ns, time),
			 page->r->p->subs[list.calls[i]->id.callee]->name,
			 each_text(page->r, c, each), c->rec_depth ? " (recursive)" : "");
		end_note(page, text, 2);
	}
	put_rest(page, list.cnt);
}

static void put_numbers(const struct source_page *page, uint32_t nr)
{
	const struct profile_line *c = &page->lines->lines[nr].counts;
	const struct report *r = page->r;

	if (!c->cnt && !c->ns && !c->wait_ns) {
		fprintf(r->out, "%*s", (int)(page->margin - NR_WIDTH - 2), "");
		return;
	}
	cell_cnt(r, c->cnt);
	cell_marked_time(r, c->ns, line_error(&r->errors, page->file->fid, nr, c->cnt),
			 heat_of(&page->lines->heat.time, c->ns));
	if (page->percent)
		cell_percent(r, c->ns, r->whole_ns);
	cell_each(r, c->ns, c->cnt, &page->lines->heat.each);
	cell_wait(r, c->wait_ns);
}

static void put_line(const struct source_page *page, uint32_t nr)
{
	const struct source_line *line = &page->lines->lines[nr];

	if (line->head)
		put_head(page, line->head);
	put_numbers(page, nr);
	fprintf(page->r->out, "%*u", (int)NR_WIDTH, nr);
	if (line->text && line->len) {
		fputs("  ", page->r->out);
		put_text(page->r, line->text, line->len, room_behind(page->r, page->margin));
	}
	fputc('\n', page->r->out);
	put_callees(page, nr);
}

static void put_gap(const struct source_page *page, uint32_t cnt)
{
	if (!cnt)
		return;
	begin_aside(page->r);
	fprintf(page->r->out, "%*s... %u line%s\n", (int)page->margin, "", cnt,
		cnt == 1 ? "" : "s");
	end_style(page->r);
}

static void put_lines(const struct source_page *page)
{
	uint32_t nr, gap = 0;

	for (nr = 1; nr <= page->lines->cnt; nr++) {
		if (!page->lines->lines[nr].shown) {
			gap++;
			continue;
		}
		put_gap(page, gap);
		gap = 0;
		put_line(page, nr);
	}
	put_gap(page, gap);
}

static void put_head_line(const struct source_page *page)
{
	const struct report *r = page->r;
	char text[TIME_TEXT];

	begin_heading(r);
	put_name(r, page->file->name, room_behind(r, 0));
	end_style(r);
	fprintf(r->out, "\n%s, ", time_text(page->lines->ns, text));
	put_percent(r, page->lines->ns);
	fputs(" of the profile\n", r->out);
	if (!page->file->source)
		fputs("The profile does not have the source of this file\n", r->out);
	if (page->file->source_doubtful)
		fputs("The file has changed: this may not be the source that ran\n", r->out);
	fputc('\n', r->out);
}

static int put_page(struct source_page *page, const struct file_lines *chosen)
{
	const struct report *r = page->r;
	struct source_lines lines;
	int rc = source_lines_make(&lines, r, page->file, page->calls);

	if (!rc && chosen->first)
		source_lines_cut(&lines, chosen->first, chosen->last);
	else if (!rc)
		rc = source_lines_choose(&lines, r);
	if (!rc) {
		page->lines = &lines;
		put_head_line(page);
		put_titles(page);
		put_lines(page);
	}
	source_lines_release(&lines);
	return rc;
}

int report_source_page(const struct report *r, struct error *err)
{
	struct source_page page = {
		.r = r,
		.percent = r->o->width >= PERCENT_LEAST,
		.margin = CELL_CNT + CELL_TIME + cell_each_width(r) + cell_wait_width(r) +
			  NR_WIDTH + 2,
	};
	struct file_lines chosen = find_lines(r->p, r->o->source, err);
	struct call_index calls;
	int rc;

	if (!chosen.file)
		return -ENOENT;
	page.file = chosen.file;
	if (page.percent)
		page.margin += CELL_PERCENT;
	if (call_index_make(&calls, r->p))
		return -ENOMEM;
	page.calls = &calls;
	rc = put_page(&page, &chosen);
	call_index_release(&calls);
	return rc;
}
