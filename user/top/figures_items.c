// SPDX-License-Identifier: GPL-2.0-or-later
/* The rows that figures are added to: by name, of each process and of all. */
#include <errno.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "profile/profile.h"
#include "top/figures_parts.h"
#include "tracee/sub_name.h"

/* A target can make any number of names. */
#define ITEMS_MAX 200000u

/* ------------------------------------------------------------------------- items */

static void note_changed(struct figures *f, struct top_item *item)
{
	if (item->is_changed)
		return;
	item->is_changed = true;
	item->changed = f->changed;
	f->changed = item;
}

void figures_item_free(struct figures *f, struct top_item *item)
{
	free(item->label);
	free(item->events);
	free(item);
	f->item_cnt--;
}

bool figures_label(struct top_item *item, const char *name)
{
	char clean[TEXT_MAX], *label;

	text_clean(clean, name, sub_shown_len(name));
	if (item->label && !strcmp(item->label, clean))
		return true;
	label = strdup(clean);
	if (!label)
		return false;
	free(item->label);
	item->label = label;
	return true;
}

struct top_item *figures_item_make(struct figures *f, const char *key, size_t len, const char *name)
{
	struct top_item *item = calloc(1, sizeof(*item) + len + 1);

	if (!item)
		return NULL;
	memcpy(item->key, key, len);
	f->item_cnt++;
	if (figures_label(item, name))
		return item;
	figures_item_free(f, item);
	return NULL;
}

static struct top_item *item_of(struct figures *f, struct scope *s, enum top_kind kind,
				const char *key)
{
	size_t len = strnlen(key, KEY_MAX);
	struct top_item *item;

	HASH_FIND(hh, s->items[kind], key, len, item);
	if (item)
		return item;
	if (f->item_cnt >= ITEMS_MAX) {
		f->beyond++;
		return NULL;
	}
	item = figures_item_make(f, key, len, key);
	if (item)
		HASH_ADD_KEYPTR(hh, s->items[kind], item->key, len, item);
	return item;
}

void figures_item_add(struct figures *f, struct top_item *item, const struct top_sums *add)
{
	if (!item || (!add->own && !add->incl && !add->wait_ns))
		return;
	item->next.own += add->own;
	item->next.incl += add->incl;
	item->next.wait_ns += add->wait_ns;
	note_changed(f, item);
}

/* Without memory for it, it is in the sums of what has some. */
void figures_item_add_event(struct figures *f, struct top_item *item, unsigned event,
			    int64_t amount)
{
	int64_t *next;

	if (!item || !amount || event >= f->event_cnt)
		return;
	if (!item->events)
		item->events = calloc(f->event_cnt, sizeof(*item->events));
	if (!item->events)
		return;
	f->has_events = true;
	next = &item->events[event].next;
	if (__builtin_add_overflow(*next, amount, next))
		*next = amount < 0 ? INT64_MIN : INT64_MAX;
	note_changed(f, item);
}

/* ------------------------------------------------------------------------ scopes */

static struct scope *scope_of(struct figures *f, pid_t pid)
{
	struct scope *s;

	HASH_FIND(hh, f->scopes, &pid, sizeof(pid), s);
	return s;
}

struct scope *figures_scope_make(struct figures *f, pid_t pid)
{
	struct scope *s = scope_of(f, pid);

	if (s)
		return s;
	s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->all = figures_item_make(f, "", 0, "");
	if (!s->all) {
		free(s);
		return NULL;
	}
	s->pid = s->all->pid = pid;
	HASH_ADD(hh, f->scopes, pid, sizeof(s->pid), s);
	return s;
}

static void items_free(struct figures *f, struct scope *s)
{
	struct top_item *item, *next;
	unsigned kind;

	for (kind = 0; kind < TOP_KINDS; kind++) {
		HASH_ITER(hh, s->items[kind], item, next) {
			HASH_DEL(s->items[kind], item);
			figures_item_free(f, item);
		}
	}
	figures_item_free(f, s->all);
}

void figures_scope_free(struct figures *f, struct scope *s)
{
	HASH_DEL(f->scopes, s);
	items_free(f, s);
	free(s);
}

void figures_add_named(struct figures *f, struct scope *s, enum top_kind kind, const char *key,
		       const struct top_sums *add)
{
	figures_item_add(f, item_of(f, f->of_all, kind, key), add);
	figures_item_add(f, item_of(f, s, kind, key), add);
}

void figures_add_named_event(struct figures *f, struct scope *s, enum top_kind kind,
			     const char *key, unsigned event, int64_t amount)
{
	if (!amount)
		return;
	figures_item_add_event(f, item_of(f, f->of_all, kind, key), event, amount);
	figures_item_add_event(f, item_of(f, s, kind, key), event, amount);
}

static void put_process(struct figures *f, struct scope *s, const char *name,
			const struct top_sums *add, bool ended)
{
	struct top_item *item = figures_process_item(f, s->pid, name);

	if (item)
		item->ended = ended;
	s->tracees = !ended;
	figures_item_add(f, item, add);
	figures_item_add(f, s->all, add);
	figures_item_add(f, f->of_all->all, add);
}

void figures_put(struct figures *f, enum top_kind kind, pid_t pid, const char *key,
		 const struct top_sums *add, bool ended)
{
	struct scope *s = figures_scope_make(f, pid);

	if (!s)
		return;
	if (kind == TOP_PROCESSES)
		put_process(f, s, key, add, ended);
	else
		figures_add_named(f, s, kind, key, add);
}

void figures_put_events(struct figures *f, enum top_kind kind, pid_t pid, const char *key,
			const int64_t *amounts, unsigned cnt)
{
	struct scope *s = figures_scope_make(f, pid);
	unsigned i;

	for (i = 0; s && i < cnt; i++) {
		if (kind != TOP_PROCESSES) {
			figures_add_named_event(f, s, kind, key, i, amounts[i]);
			continue;
		}
		figures_item_add_event(f, figures_process_item(f, pid, key), i, amounts[i]);
		figures_item_add_event(f, s->all, i, amounts[i]);
		figures_item_add_event(f, f->of_all->all, i, amounts[i]);
	}
}

void figures_put_beyond(struct figures *f, uint64_t cnt)
{
	f->beyond += cnt;
}

struct top_item *figures_process_item(struct figures *f, pid_t pid, const char *name)
{
	struct top_item **items = &f->of_all->items[TOP_PROCESSES], *item;
	char key[16];

	snprintf(key, sizeof(key), "%d", pid);
	HASH_FIND_STR(*items, key, item);
	if (!item) {
		item = figures_item_make(f, key, strlen(key), name);
		if (!item)
			return NULL;
		item->pid = pid;
		HASH_ADD_KEYPTR(hh, *items, item->key, strlen(item->key), item);
	}
	figures_label(item, name); /* without memory it keeps the one before */
	return item;
}

void figures_line_key(char key[KEY_MAX], const struct profile_file *file, uint32_t line)
{
	snprintf(key, KEY_MAX, "%.*s:%u", KEY_MAX - 16, file ? file->name : "?", line);
}

/* More, and zero. */
static int grow(uint64_t **all, size_t from, size_t to)
{
	uint64_t *more = reallocarray(*all, to, sizeof(*more));

	if (!more)
		return -ENOMEM;
	memset(more + from, 0, (to - from) * sizeof(*more));
	*all = more;
	return 0;
}

int figures_make_room(struct taken *k, size_t cnt)
{
	if (cnt <= k->cnt)
		return 0;
	cnt += cnt / 2 + 16;
	if (grow(&k->incl, k->cnt, cnt) || grow(&k->excl, k->cnt, cnt))
		return -ENOMEM;
	k->cnt = cnt;
	return 0;
}
