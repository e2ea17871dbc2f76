// SPDX-License-Identifier: GPL-2.0-or-later
/* The rows that figures are added to: by name, of each process and of all. */
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

void figures_add_named(struct figures *f, struct taken *k, enum top_kind kind, const char *key,
		       const struct top_sums *add)
{
	figures_item_add(f, item_of(f, f->of_all, kind, key), add);
	figures_item_add(f, item_of(f, k->scope, kind, key), add);
}

void figures_line_key(char key[KEY_MAX], const struct profile_file *file, uint32_t line)
{
	snprintf(key, KEY_MAX, "%.*s:%u", KEY_MAX - 16, file ? file->name : "?", line);
}
