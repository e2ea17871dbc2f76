// SPDX-License-Identifier: GPL-2.0-or-later
#include "top/detail_waits.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "profile/waits.h"
#include "top/page.h"
#include "top/view.h"
#include "tracee/tracee.h"
#include "text/screen_text.h"
#include "util/sort.h"

struct waited {
	const char *reason;
	const char *object; /* "": none */
	const char *file;
	uint32_t line;
	struct wait_sum sum;
};

struct list {
	struct waited *all;
	size_t cnt;
	size_t room;
};

static void list_add(struct list *l, const struct waited *add)
{
	struct waited *more;

	if (l->cnt == l->room) {
		more = reallocarray(l->all, 2 * l->room + 64, sizeof(*more));
		if (!more)
			return;
		l->all = more;
		l->room = 2 * l->room + 64;
	}
	l->all[l->cnt++] = *add;
}

static int compare_place(const void *a, const void *b)
{
	const struct waited *x = a, *y = b;
	int by = strcmp(x->reason, y->reason) ?: strcmp(x->object, y->object);

	by = by ?: strcmp(x->file, y->file);
	return by ?: (x->line > y->line) - (x->line < y->line);
}

static int compare_sum(const void *a, const void *b)
{
	const struct waited *x = a, *y = b;

	if (x->sum.ns != y->sum.ns)
		return x->sum.ns < y->sum.ns ? 1 : -1;
	return compare_place(a, b);
}

static void find_waits(struct list *l, const struct profile *p, uint32_t sub)
{
	const struct profile_wait *wait;

	for (wait = p->waits.waits; wait; wait = wait->hh.next) {
		const struct profile_file *file = profile_find_fid(p, wait->id.fid);
		const struct waited add = { .reason = profile_wait_reason(p, wait),
					    .object = profile_wait_object(p, wait),
					    .file = file ? file->name : "?",
					    .line = wait->id.line,
					    .sum = wait->sum };

		if (wait->id.fid && wait->id.sub == sub)
			list_add(l, &add);
	}
}

/* Those of several processes become one. */
static void list_sum(struct list *l)
{
	size_t i, at = 0;

	if (!l->cnt)
		return;
	sort(l->all, l->cnt, sizeof(*l->all), compare_place);
	for (i = 1; i < l->cnt; i++) {
		if (compare_place(&l->all[at], &l->all[i]) != 0)
			l->all[++at] = l->all[i];
		else
			wait_sum_add(&l->all[at].sum, &l->all[i].sum);
	}
	l->cnt = at + 1;
	sort(l->all, l->cnt, sizeof(*l->all), compare_sum);
}

static void put_wait(struct page *p, const struct waited *one)
{
	char sum[16], longest[16], object[TEXT_MAX], file[TEXT_MAX];

	text_seconds(sum, (double)one->sum.ns / 1e9);
	text_seconds(longest, (double)one->sum.max_ns / 1e9);
	text_clean(object, one->object, strlen(one->object));
	text_clean(file, one->file, strlen(one->file));
	text_cut(object, p->width ? p->width / 3 : TEXT_MAX);
	text_cut(file, p->width ? p->width / 4 : TEXT_MAX);
	page_add(p, STYLE_PLAIN, "%8s%8s%8llu  %s%s%s at %s:%u", sum, longest,
		 (unsigned long long)one->sum.cnt, one->reason, *object ? ": " : "", object, file,
		 one->line);
}

void detail_put_waits(struct page *p, const struct view *v, const struct tracee *list, size_t most)
{
	const struct tracee *t;
	struct list l = {};
	size_t i;

	for (t = list; t; t = t->next) {
		const struct profile_sub *sub;

		if (v->pid && t->tgid != (uint32_t)v->pid)
			continue;
		HASH_FIND_STR(t->profile->subs_by_name, v->sub, sub);
		if (sub)
			find_waits(&l, t->profile, sub->id);
	}
	list_sum(&l);
	if (l.cnt)
		page_add(p, STYLE_HEADS, "%8s%8s%8s  %-*s", "waited", "longest", "times",
			 p->width > 28 ? (int)p->width - 26 : 0, "for what");
	for (i = 0; i < l.cnt && i < most; i++)
		put_wait(p, &l.all[i]);
	free(l.all);
}
