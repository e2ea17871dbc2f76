// SPDX-License-Identifier: GPL-2.0-or-later
/* One sub: who calls it, and what it calls, over several levels. */
#include <errno.h>
#include <string.h>

#include "figures/call_index.h"
#include "report/cells.h"
#include "report/find.h"
#include "report/report_parts.h"
#include "util/error.h"
#include "write/time_text.h"

#define DEPTH_MAX 32u

struct walk {
	const struct report *r;
	const struct call_index *calls;
	bool up; /* to the callers */
	uint32_t path[DEPTH_MAX]; /* sub ids */
};

static bool is_on_path(const struct walk *w, unsigned level, uint32_t sub)
{
	unsigned i;

	for (i = 0; i < level; i++) {
		if (w->path[i] == sub)
			return true;
	}
	return false;
}

#define SUB_PAGE_CELLS (CELL_CNT + 3 * CELL_TIME + CELL_PERCENT + 2)

static void put_call(const struct walk *w, const struct profile_call *call, unsigned level,
		     bool again)
{
	uint32_t sub = w->up ? call->id.caller : call->id.callee;
	const struct report *r = w->r;
	char place[PLACE_TEXT + 32], text[PLACE_TEXT];
	unsigned room = room_behind(r, SUB_PAGE_CELLS + 2 * (level - 1));
	size_t len;

	cell_cnt(r, call->counts.cnt);
	cell_time(r, call->counts.incl_ns, HEAT_NONE);
	cell_percent(r, call->counts.incl_ns, r->whole_ns);
	cell_time(r, call->counts.excl_ns, HEAT_NONE);
	cell_each(r, call->counts.incl_ns, call->counts.cnt, NULL);
	fprintf(r->out, "  %*s", (int)(2 * (level - 1)), "");
	snprintf(place, sizeof(place), ", %s%s",
		 place_text(r->p, call->id.fid, call->id.line, 0, text),
		 again ? " (recursive)" : "");
	len = strlen(place) > room / 2 ? 0 : strlen(place); /* the name matters more */
	room -= put_name(r, r->p->subs[sub]->name, room - (unsigned)len);
	put_text(r, place, len, room);
	fputc('\n', r->out);
}

static void put_level(struct walk *w, uint32_t sub, unsigned level)
{
	struct call_list list = w->up ? calls_of_sub(w->calls, sub) : calls_by_sub(w->calls, sub);
	size_t i;

	w->path[level - 1] = sub;
	for (i = 0; i < list.cnt && i < w->r->o->limit; i++) {
		uint32_t next = w->up ? list.calls[i]->id.caller : list.calls[i]->id.callee;
		bool again = is_on_path(w, level, next);

		put_call(w, list.calls[i], level, again);
		if (!again && level < w->r->o->depth && level + 1 < DEPTH_MAX)
			put_level(w, next, level + 1);
	}
	if (list.cnt > w->r->o->limit)
		fprintf(w->r->out, "%*s%zu more\n", (int)(SUB_PAGE_CELLS + 2 * (level - 1)), "",
			list.cnt - w->r->o->limit);
}

static void put_calls(const struct report *r, const struct call_index *calls, uint32_t sub, bool up)
{
	struct walk walk = { .r = r, .calls = calls, .up = up };
	bool none = !(up ? calls_of_sub(calls, sub) : calls_by_sub(calls, sub)).cnt;

	fputc('\n', r->out);
	begin_heading(r);
	fputs(up ? "Callers" : "Calls that it makes", r->out);
	if (none)
		fputs(": none", r->out);
	else if (r->o->depth > 1)
		fputs(up ? "; indented: all callers of that sub" :
			   "; indented: all calls of that sub",
		      r->out);
	fputc('\n', r->out);
	end_style(r);
	if (none)
		return;
	cell_title(r, CELL_CNT, r->sampled ? "samples" : "calls");
	cell_title(r, CELL_TIME, "inclusive");
	cell_title(r, CELL_PERCENT, "%");
	cell_title(r, CELL_TIME, "exclusive");
	cell_each_title(r, "per call");
	fputs(up ? "  from\n" : "  of\n", r->out);
	put_level(&walk, sub, 1);
}

static void put_sums(const struct report *r, const struct profile_sub *sub)
{
	const struct profile_counts *sum = &r->subs[sub->id];
	const struct sub_error *error = &r->errors.subs[sub->id];
	const struct profile_file *file = profile_find_fid(r->p, sub->fid);
	char text[TIME_TEXT];

	begin_heading(r);
	put_name(r, sub->name, room_behind(r, 0));
	end_style(r);
	fputs(sub->xsub ? " (xsub)\n" : "\n", r->out);
	if (file && !sub->xsub) {
		put_name(r, file->name, room_behind(r, 14));
		fprintf(r->out, ":%u-%u\n", sub->first, sub->last);
	}
	fprintf(r->out, "%llu %s", (unsigned long long)sum->cnt, r->sampled ? "samples" : "calls");
	fprintf(r->out, ", exclusive %s%s (", error_mark(sum->excl_ns, error->excl_ns),
		time_text(sum->excl_ns, text));
	put_percent(r, sum->excl_ns);
	fprintf(r->out, "), inclusive %s%s (", error_mark(sum->incl_ns, error->incl_ns),
		time_text(sum->incl_ns, text));
	put_percent(r, sum->incl_ns);
	fputs(")\n", r->out);
	if (sum->rec_depth)
		fprintf(r->out, "recursive, depth %u, %s in recursive calls\n", sum->rec_depth,
			time_text(sum->reci_ns, text));
	if (r->waits)
		fprintf(r->out, "waiting %s, with the subs that it called\n",
			time_text(sub->wait_incl_ns, text));
}

int report_sub_page(const struct report *r, struct error *err)
{
	const struct profile_sub *sub = find_sub(r->p, r->o->sub, err);
	struct call_index calls;

	if (!sub)
		return -ENOENT;
	if (call_index_make(&calls, r->p))
		return -ENOMEM;
	put_sums(r, sub);
	put_calls(r, &calls, sub->id, true);
	put_calls(r, &calls, sub->id, false);
	call_index_release(&calls);
	return 0;
}
