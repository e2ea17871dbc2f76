// SPDX-License-Identifier: GPL-2.0-or-later
/* Fits what is known of subs to what perl_subs.c finds in the text of their files. */
#include "source/sub_lines.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perl_text/perl_subs.h"
#include "perl_text/text_subs.h"
#include "profile/profile.h"
#include "profile/rename_subs.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define STEPS_MAX 20000000ull /* comparisons, for a profile: an eighth of a second */
#define STEP_NAME 32 /* bytes of a name that are one more */
#define TEXT_MAX  (16u << 20) /* bytes that are looked at, for a profile: likewise */

struct finding {
	struct profile *p;
	char **names; /* by sub id; NULL: as it is */
	bool renamed; /* one is not */
	struct profile_sub **subs; /* of .by_stmts, by file */
	size_t cnt;
	uint64_t steps;
	uint64_t looked_at; /* bytes of text */
};

static bool is_anonymous(const struct profile_sub *sub)
{
	return strstr(sub->name, "::__ANON__[") != NULL;
}

/* Without the package; NULL: it has none. */
static const char *own_name(const struct profile_sub *sub)
{
	const char *colon = strrchr(sub->name, ':');

	if (is_anonymous(sub))
		return NULL;
	return colon ? colon + 1 : sub->name;
}

static int compare_subs(const void *a, const void *b)
{
	const struct profile_sub *x = *(struct profile_sub *const *)a;
	const struct profile_sub *y = *(struct profile_sub *const *)b;

	if (x->fid != y->fid)
		return x->fid < y->fid ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* Known by its braces, too, one is another by this name; so is a definition. */
static bool is_wanted(const struct profile_sub *sub)
{
	return sub->by_stmts && !sub->by_braces && !sub->defined && sub->fid && sub->first;
}

static void collect(struct finding *f)
{
	size_t i;

	for (i = 0; i < f->p->sub_cnt; i++) {
		if (is_wanted(f->p->subs[i]))
			f->subs[f->cnt++] = f->p->subs[i];
	}
	sort(f->subs, f->cnt, sizeof(*f->subs), compare_subs);
}

/* ------------------------------------------------------------------ names */

static char *anonymous_name(const struct profile_sub *sub, uint32_t last)
{
	const char *end = strrchr(sub->name, '\n'), *colon;
	char *name;

	for (colon = end ?: sub->name; colon > sub->name && *colon != ':'; colon--)
		;
	return asprintf(&name, "%.*s:%u]", (int)(colon - sub->name), sub->name, last) < 0 ? NULL :
											    name;
}

/* All that have been given such names have them no longer, found or not. */
static int name_all(struct finding *f)
{
	size_t i;

	for (i = 0; i < f->p->sub_cnt; i++) {
		struct profile_sub *sub = f->p->subs[i];

		if (!sub->by_stmts || !is_anonymous(sub) || !strchr(sub->name, '\n'))
			continue;
		f->names[i] = anonymous_name(sub, sub->last);
		if (!f->names[i])
			return -ENOMEM;
		f->renamed = true;
	}
	return 0;
}

/* ------------------------------------------------------------------ a file */

/* A #line can name any file: is this one Perl? */
static bool is_perl(const struct profile *p, const struct profile_file *file)
{
	static const char *const ends[] = { ".pm", ".pl", ".t", ".al", ".ph", ".cgi", ".psgi" };
	size_t len = strlen(file->name), i;

	if (file->eval_fid || file->fid == p->main_fid || file->flags & FILE_IS_EVAL)
		return true;
	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		size_t end = strlen(ends[i]);

		if (len > end && !strcmp(file->name + len - end, ends[i]))
			return true;
	}
	return file->source_len > 2 && !memcmp(file->source, "#!", 2);
}

/* False: it would take too long to compare this with everything in the text. */
static bool may_compare(struct finding *f, const struct text_subs *texts, const char *name)
{
	const uint64_t each = name ? 2 + strlen(name) / STEP_NAME : 1;

	f->steps += each * texts->cnt + texts->hidden_cnt;
	return f->steps <= STEPS_MAX;
}

static const struct text_sub *match(struct finding *f, struct text_subs *texts,
				    const struct profile_sub *sub)
{
	const struct line_range stmts = { sub->first, sub->last };
	const char *name = own_name(sub);

	return may_compare(f, texts, name) ? text_subs_match(texts, name, &stmts) : NULL;
}

/* How many there are of which it is known now that they are none of the others. */
static size_t exclude_taken(struct finding *f, struct text_subs *texts, size_t from, size_t to)
{
	const struct text_sub *found;
	size_t cnt = 0, i;

	for (i = from; i < to; i++) {
		const struct line_range stmts = { f->subs[i]->first, f->subs[i]->last };

		found = match(f, texts, f->subs[i]);
		if (found)
			text_subs_take(texts, found, &stmts);
		cnt += found != NULL;
	}
	return cnt;
}

/*
 * Does a sub not fit the only one in the text that has its name?  Then this may be another text
 * than perl has read.
 */
static bool contradicts(struct finding *f, struct text_subs *texts, size_t from, size_t to)
{
	size_t i;

	for (i = from; i < to; i++) {
		const struct line_range stmts = { f->subs[i]->first, f->subs[i]->last };
		const char *name = own_name(f->subs[i]);

		if (name &&
		    (!may_compare(f, texts, name) || text_subs_contradict(texts, name, &stmts)))
			return true;
	}
	return false;
}

static void place(struct finding *f, struct text_subs *texts, size_t from, size_t to)
{
	const struct text_sub *found;
	size_t known = 0, before, i;

	do {
		before = known;
		known = exclude_taken(f, texts, from, to);
	} while (known > before && known < to - from);
	for (i = from; i < to; i++) {
		struct profile_sub *sub = f->subs[i];

		found = match(f, texts, sub);
		if (!found)
			continue;
		if (is_anonymous(sub))
			found = text_subs_namesake(texts, found);
		sub->first = found->first;
		sub->last = found->last;
	}
}

static int look_at_file(struct finding *f, size_t from, size_t to)
{
	const struct profile_file *file = profile_find_fid(f->p, f->subs[from]->fid);
	struct text_subs texts;
	int rc;

	if (!file || !file->source || file->source_doubtful || !is_perl(f->p, file))
		return 0;
	f->looked_at += file->source_len;
	if (f->looked_at > TEXT_MAX)
		return 0;
	rc = text_subs_find(file->source, file->source_len, file->name, &texts);
	if (!rc && texts.whole && !contradicts(f, &texts, from, to))
		place(f, &texts, from, to);
	text_subs_release(&texts);
	return rc;
}

static int look_at_files(struct finding *f)
{
	size_t from = 0, to;
	int rc = 0;

	for (; from < f->cnt && !rc; from = to) {
		for (to = from; to < f->cnt && f->subs[to]->fid == f->subs[from]->fid; to++)
			;
		rc = look_at_file(f, from, to);
	}
	return rc;
}

int sub_lines_find(struct profile *p)
{
	struct finding f = { .p = p };
	size_t cnt = p->sub_cnt, i;
	int rc = -ENOMEM;

	f.names = calloc(cnt + 1, sizeof(*f.names));
	f.subs = calloc(cnt + 1, sizeof(*f.subs));
	if (f.names && f.subs) {
		collect(&f);
		rc = look_at_files(&f) ?: name_all(&f);
	}
	if (!rc && f.renamed)
		rc = profile_rename_subs(p, f.names);
	for (i = 0; f.names && i < cnt; i++)
		free(f.names[i]);
	free(f.names);
	free(f.subs);
	return rc;
}
