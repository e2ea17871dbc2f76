// SPDX-License-Identifier: GPL-2.0-or-later
/* Which sub of a text is the one with these statements. */
#include "perl_text/text_subs.h"

#include <stdlib.h>
#include <string.h>

void text_subs_release(struct text_subs *subs)
{
	free(subs->subs);
	free(subs->hidden);
	memset(subs, 0, sizeof(*subs));
}

static bool is_in(uint32_t line, const struct line_range *range)
{
	return range->from <= line && line <= range->to;
}

/* What is looked for. */
struct wanted {
	const char *name; /* NULL: an anonymous one */
	size_t len;
	const struct line_range *stmts;
};

static bool has_name(const struct text_sub *sub, const struct wanted *w)
{
	const char *own = sub->name;
	size_t len = sub->name_len;

	if (!own || !w->name)
		return !own && !w->name;
	if (len < w->len ||
	    (len > w->len && own[len - w->len - 1] != ':' && own[len - w->len - 1] != '\''))
		return false;
	return !memcmp(own + len - w->len, w->name, w->len);
}

static bool may_be_hidden(const struct text_subs *subs, const struct line_range *stmts)
{
	size_t i;

	for (i = 0; i < subs->hidden_cnt; i++) {
		if (is_in(stmts->from, &subs->hidden[i]) && is_in(stmts->to, &subs->hidden[i]))
			return true;
	}
	return false;
}

static bool is_taken(const struct text_sub *sub, const struct line_range *stmts)
{
	return sub->taken.from && (sub->taken.from != stmts->from || sub->taken.to != stmts->to);
}

static bool may_be(const struct text_sub *sub, const struct wanted *w)
{
	return is_in(w->stmts->from, &sub->first_stmt) && is_in(w->stmts->to, &sub->last_stmt) &&
	       !is_taken(sub, w->stmts) && has_name(sub, w);
}

static bool text_has_name(const struct text_subs *subs, const struct wanted *w)
{
	size_t i;

	for (i = 0; i < subs->cnt; i++) {
		if (has_name(&subs->subs[i], w))
			return true;
	}
	return false;
}

bool text_subs_contradict(const struct text_subs *subs, const char *name,
			  const struct line_range *stmts)
{
	const struct wanted named = { name, strlen(name), stmts }, unnamed = { .stmts = stmts };
	const struct text_sub *sub;
	unsigned others = 0;
	size_t i;

	for (i = 0; i < subs->cnt; i++) {
		sub = &subs->subs[i];
		if (may_be(sub, &named) || may_be(sub, &unnamed))
			return false;
		others += !sub->twin && sub->certain && has_name(sub, &named);
	}
	return others == 1;
}

const struct text_sub *text_subs_match(struct text_subs *subs, const char *name,
				       const struct line_range *stmts)
{
	struct wanted w = { name, name ? strlen(name) : 0, stmts };
	struct text_sub *sub, *one = NULL;
	size_t i;

	if (name && !text_has_name(subs, &w))
		w.name = NULL; /* it was given to an anonymous one */
	if (!w.name && may_be_hidden(subs, stmts))
		return NULL;
	for (i = 0; i < subs->cnt; i++) {
		sub = &subs->subs[i];
		if (!may_be(sub, &w))
			continue;
		if (sub->unclear || (one && (one->first != sub->first || one->last != sub->last)))
			return NULL;
		one = one ?: sub;
	}
	return one;
}

void text_subs_take(struct text_subs *subs, const struct text_sub *taken,
		    const struct line_range *stmts)
{
	size_t at = (size_t)(taken - subs->subs);

	subs->subs[at].taken = *stmts;
	if (taken->twin)
		subs->subs[at - 1].taken = *stmts;
	else if (at + 1 < subs->cnt && subs->subs[at + 1].twin)
		subs->subs[at + 1].taken = *stmts;
}

const struct text_sub *text_subs_namesake(const struct text_subs *subs, const struct text_sub *sub)
{
	const struct text_sub *last = sub, *end = subs->subs + subs->cnt;

	for (; sub < end && sub->last == last->last; sub++) {
		if (!sub->name && !sub->twin && (sub->certain || sub->taken.from))
			last = sub;
	}
	return last;
}
