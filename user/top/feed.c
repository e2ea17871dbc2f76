// SPDX-License-Identifier: GPL-2.0-or-later
#include "top/feed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "top/figures_parts.h"

/*
 * What was taken makes room, before more memory does: who is always a bit behind needs no more and
 * more.
 */
static void close_up(struct feed_buffer *b)
{
	if (!b->taken)
		return;
	b->size -= b->taken;
	memmove(b->bytes, b->bytes + b->taken, b->size);
	b->taken = 0;
}

int feed_put(struct feed_buffer *b, const void *bytes, size_t size)
{
	char *more;

	if (b->taken == b->size || b->size + size > b->room)
		close_up(b);
	if (b->size + size > b->room) {
		more = realloc(b->bytes, 2 * (b->size + size));
		if (!more)
			return -ENOMEM;
		b->bytes = more;
		b->room = 2 * (b->size + size);
	}
	memcpy(b->bytes + b->size, bytes, size);
	b->size += size;
	return 0;
}

void feed_buffer_release(struct feed_buffer *b)
{
	free(b->bytes);
	*b = (struct feed_buffer){};
}

/* ------------------------------------------------------------------------- put */

static int put(struct feed_buffer *b, enum feed_kind kind, const void *first, size_t size,
	       const char *name)
{
	size_t len = name ? strnlen(name, FEED_NAME_MAX - 1) : 0, before = b->size - b->taken;
	const struct feed_head head = { kind, (uint32_t)(size + len) };

	if (!feed_put(b, &head, sizeof(head)) && !feed_put(b, first, size) &&
	    (!len || !feed_put(b, name, len)))
		return 0;
	b->size = b->taken + before;
	return -ENOMEM;
}

int feed_put_hello(struct feed_buffer *b, const struct feed_hello *hello)
{
	return put(b, FEED_HELLO, hello, sizeof(*hello), NULL);
}

int feed_put_events(struct feed_buffer *b, const struct figures *f)
{
	unsigned i;
	int rc = 0;

	for (i = 0; i < figures_event_cnt(f) && !rc; i++)
		rc = put(b, FEED_EVENT, "", 0, figures_event_name(f, i));
	return rc;
}

int feed_put_turn(struct feed_buffer *b, const struct feed_turn *turn)
{
	return put(b, FEED_TURN, turn, sizeof(*turn), NULL);
}

struct putting {
	struct feed_buffer *to;
	unsigned event_cnt;
	uint64_t cnt;
	uint64_t beyond;
};

static bool has_events(const struct putting *p, const struct top_item *item)
{
	unsigned i = 0;

	while (item->events && i < p->event_cnt && !item->events[i].now)
		i++;
	return item->events && i < p->event_cnt;
}

static int put_row(struct putting *p, const struct top_item *item, enum top_kind kind, pid_t pid,
		   const char *name)
{
	struct {
		struct feed_row row;
		int64_t amounts[TOP_EVENTS_MAX];
	} all = { .row = { .own = item->now.own,
			   .incl = item->now.incl,
			   .wait_ns = item->now.wait_ns,
			   .pid = pid,
			   .kind = kind,
			   .ended = item->ended,
			   .event_cnt = has_events(p, item) ? p->event_cnt : 0 } };
	unsigned i;

	if (p->cnt >= FEED_ROWS_MAX) {
		p->beyond++;
		return 0;
	}
	p->cnt++;
	for (i = 0; i < all.row.event_cnt; i++)
		all.amounts[i] = item->events[i].now;
	return put(p->to, FEED_ROW, &all, sizeof(all.row) + i * sizeof(all.amounts[0]), name);
}

static int put_items(struct putting *p, const struct scope *s, enum top_kind kind)
{
	const struct top_item *item;
	int rc = 0;

	for (item = s->items[kind]; item && !rc; item = item->hh.next) {
		if (item->now.own || item->now.incl || item->now.wait_ns || has_events(p, item))
			rc = put_row(p, item, kind, s->pid, item->key);
	}
	return rc;
}

/* Each process has a row, also one that has done nothing: it is there. */
static int put_processes(struct putting *p, const struct scope *of_all)
{
	const struct top_item *item;
	int rc = 0;

	for (item = of_all->items[TOP_PROCESSES]; item && !rc; item = item->hh.next)
		rc = put_row(p, item, TOP_PROCESSES, item->pid, item->label);
	return rc;
}

int feed_put_rows(struct feed_buffer *b, const struct figures *f, uint64_t *beyond)
{
	struct putting p = { .to = b, .event_cnt = figures_event_cnt(f) };
	const struct scope *s;
	int rc = put_processes(&p, f->of_all);

	for (s = f->scopes; s && !rc; s = s->hh.next) {
		if (!s->pid)
			continue;
		rc = put_items(&p, s, TOP_SUBS);
		rc = rc ?: put_items(&p, s, TOP_LINES);
	}
	*beyond = p.beyond;
	return rc;
}

/* ------------------------------------------------------------------------- take */

static const struct {
	size_t least;
	size_t most;
} sizes[FEED_KINDS] = {
	[FEED_HELLO] = { sizeof(struct feed_hello), sizeof(struct feed_hello) },
	[FEED_EVENT] = { 0, FEED_NAME_MAX - 1 },
	[FEED_ROW] = { sizeof(struct feed_row), sizeof(struct feed_row) +
							TOP_EVENTS_MAX * sizeof(int64_t) +
							FEED_NAME_MAX - 1 },
	[FEED_TURN] = { sizeof(struct feed_turn), sizeof(struct feed_turn) },
};

static bool take_name(struct feed_message *m, const char *from, size_t size)
{
	if (size >= FEED_NAME_MAX)
		return false;
	memcpy(m->name, from, size);
	m->name[size] = '\0';
	return true;
}

static bool take_row(struct feed_message *m, const char *from, size_t size)
{
	struct feed_row *row = &m->row;
	size_t least = sizeof(*row), amounts;

	memcpy(row, from, least);
	amounts = row->event_cnt * sizeof(m->amounts[0]);
	if (row->kind >= TOP_KINDS || row->pid <= 0 || row->event_cnt > TOP_EVENTS_MAX ||
	    size < least + amounts)
		return false;
	memcpy(m->amounts, from + least, amounts);
	return take_name(m, from + least + amounts, size - least - amounts);
}

/* size: of what is there, of that kind. */
static int take_message(struct feed_message *m, const char *from, size_t size)
{
	const size_t least = sizes[m->kind].least;

	switch (m->kind) {
	case FEED_HELLO:
		memcpy(&m->hello, from, least);
		return m->hello.version == FEED_VERSION && m->hello.period_ns ? 1 : -EPROTO;
	case FEED_EVENT:
		return take_name(m, from, size) ? 1 : -EPROTO;
	case FEED_ROW:
		return take_row(m, from, size) ? 1 : -EPROTO;
	default:
		memcpy(&m->turn, from, least);
		return 1;
	}
}

int feed_take(struct feed_buffer *b, struct feed_message *m)
{
	size_t left = b->size - b->taken;
	struct feed_head head;
	int rc;

	if (left < sizeof(head))
		return 0;
	memcpy(&head, b->bytes + b->taken, sizeof(head));
	if (head.kind >= FEED_KINDS || head.size < sizes[head.kind].least ||
	    head.size > sizes[head.kind].most)
		return -EPROTO;
	if (left < sizeof(head) + head.size)
		return 0;
	m->kind = head.kind;
	rc = take_message(m, b->bytes + b->taken + sizeof(head), head.size);
	b->taken += sizeof(head) + head.size;
	return rc;
}
