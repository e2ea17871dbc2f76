// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/match.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "diff/lcs.h"
#include "diff/match_subs.h"
#include "diff/text_hash.h"
#include "profile/profile.h"
#include "util/cleanup.h"

struct matching {
	struct match *m;
	struct text_hash *old, *new; /* by fid */
	bool **taken; /* by new fid, by line - 1: it has an old line */
};

static struct profile_file *file_named(const struct profile *p, const char *name)
{
	struct profile_file *file;

	HASH_FIND_STR(p->files_by_name, name, file);
	return file;
}

static struct profile_sub *sub_named(const struct profile *p, const char *name)
{
	struct profile_sub *sub;

	HASH_FIND_STR(p->subs_by_name, name, sub);
	return sub;
}

/* ------------------------------------------------------------------------ files */

static const char *base_of(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

#define SAME_BASE \
	0.3 /* the part of the lines that must be equal, if the last part of the name is */
#define SAME_LINES 0.6 /* and if it is another one */
#define COMPARED   50000000u /* lines, at most: a fraction of a second */

/* The new file that has most lines of an old one; 0: none has enough. */
static uint32_t find_renamed(struct matching *g, const struct profile_file *old, bool same_base,
			     const bool *has_old, uint64_t *left)
{
	const struct text_hash *text = &g->old[old->fid], *other;
	double best = same_base ? SAME_BASE : SAME_LINES, share;
	uint32_t found = 0, fid;

	for (fid = 1; fid <= g->m->new->file_cnt &&*left > text->cnt; fid++) {
		const struct profile_file *new = g->m->new->files[fid - 1];

		other = &g->new[fid];
		if (has_old[fid] || new->eval_fid || !other->cnt || *left < other->cnt ||
		    !strcmp(base_of(old->name), base_of(new->name)) != same_base)
			continue;
		*left -= other->cnt;
		share = text_hash_share(text, other);
		if (share >= best) {
			best = share;
			found = fid;
		}
	}
	return found;
}

/* A file that was there under another name has most of its text. */
static void match_renamed(struct matching *g, bool *has_old)
{
	const struct profile *old = g->m->old;
	uint64_t left = COMPARED;
	int same_base;
	size_t i;

	for (same_base = 1; same_base >= 0; same_base--) {
		for (i = 1; i <= old->file_cnt; i++) {
			if (g->m->fids[i] || !g->old[i].cnt || old->files[i - 1]->eval_fid)
				continue;
			g->m->fids[i] =
				find_renamed(g, old->files[i - 1], same_base, has_old, &left);
			has_old[g->m->fids[i]] = true;
		}
	}
}

static int match_files(struct matching *g)
{
	bool *has_old __cleanup(free_ptr) = calloc(g->m->new->file_cnt + 1, sizeof(*has_old));
	const struct profile_file *new;
	size_t i;

	if (!has_old)
		return -ENOMEM;
	for (i = 0; i < g->m->old->file_cnt; i++) {
		new = file_named(g->m->new, g->m->old->files[i]->name);
		if (!new)
			continue;
		g->m->fids[i + 1] = new->fid;
		has_old[new->fid] = true;
	}
	match_renamed(g, has_old);
	return 0;
}

/* ------------------------------------------------------------------------ lines */

/* The lines from first to last of a file that have no equal yet: their hashes and their numbers. */
struct part {
	uint64_t *hashes;
	uint32_t *lines;
	uint32_t cnt;
};

static int part_make(struct part *part, uint32_t first, uint32_t last)
{
	uint32_t room = last >= first ? last - first + 1 : 0;

	part->cnt = 0;
	part->hashes = calloc(room + 1ul, sizeof(*part->hashes));
	part->lines = calloc(room + 1ul, sizeof(*part->lines));
	return part->hashes && part->lines ? 0 : -ENOMEM;
}

static void part_add(struct part *part, const struct text_hash *text, uint32_t line)
{
	part->hashes[part->cnt] = text->lines[line - 1];
	part->lines[part->cnt++] = line;
}

static void part_release(struct part *part)
{
	free(part->hashes);
	free(part->lines);
}

struct range {
	uint32_t fid, first, last;
};

static uint32_t last_of(const struct text_hash *text, const struct range *r)
{
	return r->last < text->cnt ? r->last : text->cnt;
}

static int collect(struct matching *g, const struct range *old, const struct range *new,
		   struct part *a, struct part *b)
{
	const struct text_hash *from = &g->old[old->fid], *to = &g->new[new->fid];
	uint32_t line;

	if (part_make(a, old->first, last_of(from, old)) ||
	    part_make(b, new->first, last_of(to, new)))
		return -ENOMEM;
	for (line = old->first; line <= last_of(from, old); line++) {
		if (!g->m->lines[old->fid].places[line - 1].fid)
			part_add(a, from, line);
	}
	for (line = new->first; line <= last_of(to, new); line++) {
		if (!g->taken[new->fid][line - 1])
			part_add(b, to, line);
	}
	return 0;
}

static int match_range(struct matching *g, const struct range *old, const struct range *new)
{
	struct part a = {}, b = {};
	int rc = collect(g, old, new, &a, &b);
	uint32_t *to __cleanup(free_ptr) = calloc(a.cnt + 1ul, sizeof(*to));
	uint32_t i;

	rc = to ? rc : -ENOMEM;
	rc = rc ?: lcs_match(a.hashes, a.cnt, b.hashes, b.cnt, to);
	for (i = 0; i < a.cnt && !rc; i++) {
		uint32_t line = to[i] ? b.lines[to[i] - 1] : 0;

		if (!line)
			continue;
		g->m->lines[old->fid].places[a.lines[i] - 1] =
			(struct match_place){ .fid = new->fid, .line = line };
		g->taken[new->fid][line - 1] = true;
	}
	part_release(&a);
	part_release(&b);
	return rc;
}

static bool range_of(const struct profile_sub *sub, const struct text_hash *texts, struct range *r)
{
	*r = (struct range){ .fid = sub->fid, .first = sub->first, .last = sub->last };
	return sub->fid && sub->first && texts[sub->fid].cnt;
}

static uint64_t size_of(const struct matching *g, const struct range *old, const struct range *new)
{
	const uint32_t a = last_of(&g->old[old->fid], old), b = last_of(&g->new[new->fid], new);

	return (a >= old->first ? a - old->first : 0) + (b >= new->first ? b - new->first : 0) +
	       1ull;
}

#define SUB_LINES \
	2000000u /* of all subs, at most; a file may say that all its subs have all its lines */

/* A sub may be elsewhere in its file, or in another one. */
static int match_lines_of_subs(struct matching *g)
{
	uint64_t left = SUB_LINES, size;
	struct range from, to;
	size_t i;
	int rc = 0;

	for (i = 0; i < g->m->old->sub_cnt && !rc; i++) {
		const struct profile_sub *sub = g->m->old->subs[i];
		const struct profile_sub *new = sub_named(g->m->new, sub->name);

		if (!new || !range_of(sub, g->old, &from) || !range_of(new, g->new, &to))
			continue;
		size = size_of(g, &from, &to);
		if (size > left)
			continue;
		left -= size;
		rc = match_range(g, &from, &to);
	}
	return rc;
}

static int match_lines_of_files(struct matching *g)
{
	uint32_t fid;
	int rc = 0;

	for (fid = 1; fid <= g->m->old->file_cnt && !rc; fid++) {
		const struct range from = { fid, 1, g->old[fid].cnt };
		const struct range to = { g->m->fids[fid], 1, g->new[g->m->fids[fid]].cnt };

		if (to.fid && from.last && to.last)
			rc = match_range(g, &from, &to);
	}
	return rc;
}

/* -------------------------------------------------------------------------- all */

static int make_texts(struct matching *g)
{
	struct match *m = g->m;
	uint32_t i;

	g->old = calloc(m->old->file_cnt + 1, sizeof(*g->old));
	g->new = calloc(m->new->file_cnt + 1, sizeof(*g->new));
	g->taken = calloc(m->new->file_cnt + 1, sizeof(*g->taken));
	if (!g->old || !g->new || !g->taken)
		return -ENOMEM;
	for (i = 1; i <= m->old->file_cnt; i++) {
		if (text_hash_make(&g->old[i], m->old->files[i - 1]))
			return -ENOMEM;
		m->lines[i].cnt = g->old[i].cnt;
		m->lines[i].places = calloc(g->old[i].cnt + 1ul, sizeof(struct match_place));
		if (!m->lines[i].places)
			return -ENOMEM;
	}
	for (i = 1; i <= m->new->file_cnt; i++) {
		if (text_hash_make(&g->new[i], m->new->files[i - 1]))
			return -ENOMEM;
		g->taken[i] = calloc(g->new[i].cnt + 1ul, sizeof(**g->taken));
		if (!g->taken[i])
			return -ENOMEM;
	}
	return 0;
}

static void free_texts(struct matching *g)
{
	uint32_t i;

	for (i = 1; g->old && i <= g->m->old->file_cnt; i++)
		text_hash_release(&g->old[i]);
	for (i = 1; g->new &&i <= g->m->new->file_cnt; i++)
		text_hash_release(&g->new[i]);
	for (i = 1; g->taken && i <= g->m->new->file_cnt; i++)
		free(g->taken[i]);
	free(g->old);
	free(g->new);
	free(g->taken);
}

int match_make(struct match *m, const struct profile *old, const struct profile *new)
{
	struct matching g = { .m = m };
	int rc = -ENOMEM;

	m->old = old;
	m->new = new;
	m->fids = calloc(old->file_cnt + 1, sizeof(*m->fids));
	m->subs = calloc(old->sub_cnt + 1, sizeof(*m->subs));
	m->lines = calloc(old->file_cnt + 1, sizeof(*m->lines));
	if (m->fids && m->subs && m->lines)
		rc = make_texts(&g);
	rc = rc ?: match_files(&g);
	rc = rc ?: match_lines_of_subs(&g);
	rc = rc ?: match_lines_of_files(&g);
	rc = rc ?: match_subs(m);
	free_texts(&g);
	return rc;
}

void match_release(struct match *m)
{
	uint32_t i;

	for (i = 1; m->lines && m->old && i <= m->old->file_cnt; i++)
		free(m->lines[i].places);
	free(m->lines);
	free(m->fids);
	free(m->subs);
	*m = (struct match){};
}
