// SPDX-License-Identifier: GPL-2.0-or-later
/* Taken from the profiles when it is shown, of the processes that still run. */
#include "top/detail.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "top/detail_waits.h"
#include "top/figures.h"
#include "top/page.h"
#include "top/source_line.h"
#include "text/screen_text.h"
#include "top/view.h"
#include "tracee/own.h"
#include "tracee/sub_name.h"
#include "tracee/tracee.h"
#include "util/sort.h"

#define PLACES_MAX 100000u /* that are added up */

/* A line of the sub, or one that calls it. */
struct place {
	struct tracee *t;
	struct profile_file *file;
	const char *caller; /* NULL: a line of the sub */
	uint32_t line;
	uint64_t now; /* samples */
	uint64_t total;
};

struct places {
	struct place *all;
	size_t cnt;
	size_t room;
};

static void places_add(struct places *p, const struct place *add)
{
	struct place *more;

	if (p->cnt == p->room) {
		more = p->room < PLACES_MAX ?
			       reallocarray(p->all, 2 * p->room + 64, sizeof(*more)) :
			       NULL;
		if (!more)
			return;
		p->all = more;
		p->room = 2 * p->room + 64;
	}
	p->all[p->cnt++] = *add;
}

static int compare_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int by = x->caller ? strcmp(x->caller, y->caller) : 0;

	by = by ?: strcmp(x->file->name, y->file->name);
	return by ?: (x->line > y->line) - (x->line < y->line);
}

static int compare_heat(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return compare_place(a, b);
}

/* Those of several processes become one. */
static void places_sum(struct places *p)
{
	size_t i, at = 0;

	if (!p->cnt)
		return;
	sort(p->all, p->cnt, sizeof(*p->all), compare_place);
	for (i = 1; i < p->cnt; i++) {
		if (compare_place(&p->all[at], &p->all[i]) != 0) {
			p->all[++at] = p->all[i];
			continue;
		}
		p->all[at].now += p->all[i].now;
		p->all[at].total += p->all[i].total;
	}
	p->cnt = at + 1;
	sort(p->all, p->cnt, sizeof(*p->all), compare_heat);
}

static void find_lines(struct places *lines, struct tracee *t, uint32_t sub)
{
	const struct own *own;

	for (own = t->own; own; own = own->hh.next) {
		const struct place add = { .t = t,
					   .file = profile_find_fid(t->profile, own->id.fid),
					   .line = own->id.line,
					   .now = own->now,
					   .total = own->seen };

		if (own->id.sub == sub && add.file)
			places_add(lines, &add);
	}
}

static void find_callers(struct places *callers, struct tracee *t, uint32_t sub, double period)
{
	const struct profile *p = t->profile;
	const struct profile_call *call;

	for (call = p->calls; call; call = call->hh.next) {
		const struct place add = {
			.t = t,
			.file = profile_find_fid(p, call->id.fid),
			.caller = p->subs[call->id.caller]->name,
			.line = call->id.line,
			.total = (uint64_t)((double)call->counts.incl_ns / 1e9 / period + 0.5)
		};

		if (call->id.callee == sub && add.file && call->counts.incl_ns > 0)
			places_add(callers, &add);
	}
}

static void find_all(struct places *lines, struct places *callers, const struct figures *f,
		     const struct view *v, struct tracee *list)
{
	struct profile_sub *sub;
	struct tracee *t;

	for (t = list; t; t = t->next) {
		if (v->pid && t->tgid != (uint32_t)v->pid)
			continue;
		HASH_FIND_STR(t->profile->subs_by_name, v->sub, sub);
		if (!sub)
			continue;
		find_lines(lines, t, sub->id);
		find_callers(callers, t, sub->id, figures_period(f));
	}
}

/* "FILE:LINE", cut, so that the text behind it has room. */
static void put_place(char to[2 * TEXT_MAX], const struct page *p, const struct place *place,
		      size_t used)
{
	const char *name = place->file->name;
	char source[TEXT_MAX], text[TEXT_MAX];
	size_t room = p->width > used + 8 ? p->width - used - 8 : p->width ? 8 : TEXT_MAX;

	text_clean(to, name, strlen(name));
	text_cut(to, room / 3 + 2);
	snprintf(to + strlen(to), 16, ":%u", place->line);
	if (!source_line(source, sizeof(source), place->t, place->file, place->line))
		return;
	text_clean(text, source, strlen(source));
	strcat(to, "  ");
	strcat(to, text);
}

static void put_callers(struct page *p, const struct places *callers, size_t most, double period)
{
	char caller[TEXT_MAX], place[2 * TEXT_MAX], time[16];
	size_t i;

	page_add(p, STYLE_HEADS, "%8s  %-*s", "incl", p->width > 12 ? (int)p->width - 10 : 0,
		 "called by");
	for (i = 0; i < callers->cnt && i < most; i++) {
		const struct place *one = &callers->all[i];

		text_seconds(time, (double)one->total * period);
		text_clean(caller, one->caller, sub_shown_len(one->caller));
		text_cut(caller, p->width ? p->width / 3 : TEXT_MAX);
		put_place(place, p, one, 10 + text_width(caller) + 4);
		page_add(p, STYLE_PLAIN, "%8s  %s at %s", time, caller, place);
	}
	if (!callers->cnt)
		page_add(p, STYLE_FAINT, "%8s  %s", "",
			 "nobody so far: it is the program itself, or "
			 "its calls are under way");
}

static void put_lines(struct page *p, const struct places *lines, double period)
{
	char place[2 * TEXT_MAX], time[16], now[16], total[16];
	uint64_t all_now = 0, all = 0;
	size_t i;

	for (i = 0; i < lines->cnt; i++) {
		all_now += lines->all[i].now;
		all += lines->all[i].total;
	}
	page_add(p, STYLE_HEADS, "%6s%7s%8s  %-*s", "%own", "%total", "own",
		 p->width > 25 ? (int)p->width - 23 : 0, "its lines");
	for (i = 0; i < lines->cnt && page_has_room(p); i++) {
		const struct place *one = &lines->all[i];

		text_percent(now, one->now, all_now);
		text_percent(total, one->total, all);
		text_seconds(time, (double)one->total * period);
		put_place(place, p, one, 23);
		page_add(p, STYLE_PLAIN, "%6s%7s%8s  %s", now, total, time, place);
	}
	if (!lines->cnt)
		page_add(p, STYLE_FAINT, "%21s  %s", "", "no sample was in the sub itself");
}

void detail_put(struct page *p, const struct figures *f, const struct view *v, struct tracee *list)
{
	struct places lines = {}, callers = {};
	char name[TEXT_MAX];

	find_all(&lines, &callers, f, v, list);
	places_sum(&lines);
	places_sum(&callers);
	text_clean(name, v->sub, sub_shown_len(v->sub));
	text_cut(name, p->width ? p->width - 30 : TEXT_MAX);
	page_add(p, STYLE_STRONG, "%s (Backspace: back)", name);
	put_callers(p, &callers, page_room(p) / 3 + 1, figures_period(f));
	if (v->waits)
		detail_put_waits(p, v, list, page_room(p) / 3 + 1);
	put_lines(p, &lines, figures_period(f));
	free(lines.all);
	free(callers.all);
}
