// SPDX-License-Identifier: GPL-2.0-or-later
/* Events of the kernel, by sub, line and process, without what a sub has called. They are exact. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/kevents.h"
#include "profile/profile.h"
#include "top/figures_parts.h"

struct seen_event {
	struct kevent_id id;
	int64_t amount; /* at the last look */
	UT_hash_handle hh;
};

int figures_add_event(struct figures *f, const char *name)
{
	if (f->has_events || f->event_cnt >= TOP_EVENTS_MAX)
		return -EINVAL;
	f->events[f->event_cnt] = strdup(name);
	if (!f->events[f->event_cnt])
		return -ENOMEM;
	f->event_cnt++;
	return 0;
}

unsigned figures_event_cnt(const struct figures *f)
{
	return f->event_cnt;
}

const char *figures_event_name(const struct figures *f, unsigned event)
{
	return f->events[event];
}

/* ------------------------------------------------------------------------- turns */

static void add_up(int64_t *sum, int64_t add)
{
	if (__builtin_add_overflow(*sum, add, sum))
		*sum = add < 0 ? INT64_MIN : INT64_MAX;
}

bool figures_turn_events(const struct figures *f, struct top_item *item)
{
	struct top_event *event;
	bool any = false;

	for (event = item->events; event && event < item->events + f->event_cnt; event++) {
		event->now = event->next;
		event->next = 0;
		add_up(&event->total, event->now);
		any |= event->now != 0;
	}
	return any;
}

void figures_reset_events(const struct figures *f, struct top_item *item)
{
	struct top_event *event;

	for (event = item->events; event && event < item->events + f->event_cnt; event++)
		event->total = 0;
}

/* ------------------------------------------------------------------------ taking */

/* .event_cnt: it is not shown. */
static unsigned event_of(const struct figures *f, const char *name)
{
	unsigned i = 0;

	while (i < f->event_cnt && strcmp(f->events[i], name) != 0)
		i++;
	return i;
}

/* What is new in a row; 0 without memory. */
static int64_t take_row(struct taken *k, const struct profile_kevent *row)
{
	const int64_t amount = profile_kevent_amount(row, &row->sum);
	struct seen_event *seen;
	int64_t add;

	HASH_FIND(hh, k->events, &row->id, sizeof(row->id), seen);
	if (!seen) {
		seen = calloc(1, sizeof(*seen));
		if (!seen)
			return 0;
		seen->id = row->id;
		HASH_ADD(hh, k->events, id, sizeof(seen->id), seen);
	}
	if (__builtin_sub_overflow(amount, seen->amount, &add))
		add = amount < 0 ? INT64_MIN : INT64_MAX;
	seen->amount = amount;
	return add;
}

/* What is on no line is where it is on the list of subs. */
static void add_row(struct figures *f, struct taken *k, const struct profile *p,
		    const struct profile_kevent *row, unsigned event, int64_t amount)
{
	const struct profile_file *file = profile_find_fid(p, row->id.fid);
	const char *sub = row->id.where == KEVENT_AT_SUB ? p->subs[row->id.sub]->name :
							   profile_kevent_sub(p, row);
	char line[KEY_MAX];

	if (file)
		figures_line_key(line, file, row->id.line);
	figures_add_named_event(f, k->scope, TOP_SUBS, sub, event, amount);
	figures_add_named_event(f, k->scope, TOP_LINES, file ? line : sub, event, amount);
}

void figures_take_events(struct figures *f, struct taken *k, const struct profile *p,
			 struct top_item *process)
{
	const struct profile_kevent *row;
	unsigned event;
	int64_t amount;

	if (!f->event_cnt || k->changes == p->kevents.changes)
		return;
	for (row = p->kevents.rows; row; row = row->hh.next) {
		if (row->change <= k->changes)
			continue;
		event = event_of(f, profile_kevent_event(p, row));
		amount = event < f->event_cnt ? take_row(k, row) : 0;
		add_row(f, k, p, row, event, amount);
		figures_item_add_event(f, process, event, amount);
		figures_item_add_event(f, k->scope->all, event, amount);
		figures_item_add_event(f, f->of_all->all, event, amount);
	}
	k->changes = p->kevents.changes;
}

void figures_forget_events(struct taken *k)
{
	struct seen_event *seen, *next;

	HASH_ITER(hh, k->events, seen, next) {
		HASH_DEL(k->events, seen);
		free(seen);
	}
}
