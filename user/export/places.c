// SPDX-License-Identifier: GPL-2.0-or-later
#include "export/places.h"

#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "util/sort.h"

/* From this line on, up to the next span of the file, it is this sub. */
struct span {
	uint32_t fid;
	uint32_t line;
	const struct profile_sub *sub;
};

struct places {
	struct span *spans;
	size_t cnt;
};

static int compare_subs(const void *a, const void *b)
{
	const struct profile_sub *x = *(const struct profile_sub *const *)a;
	const struct profile_sub *y = *(const struct profile_sub *const *)b;

	if (x->fid != y->fid)
		return x->fid < y->fid ? -1 : 1;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	if (x->last != y->last) /* the outer one first */
		return x->last > y->last ? -1 : 1;
	return strcmp(x->name, y->name);
}

static bool has_lines(const struct profile_sub *sub)
{
	return !sub->xsub && sub->fid && sub->first && sub->last >= sub->first;
}

static void add_span(struct places *places, uint32_t fid, uint32_t line,
		     const struct profile_sub *sub)
{
	struct span *last = places->cnt ? &places->spans[places->cnt - 1] : NULL;

	if (!last || last->fid != fid || last->line != line)
		last = &places->spans[places->cnt++];
	*last = (struct span){ fid, line, sub };
}

/* Those around the current line, the innermost last. */
struct around {
	const struct profile_sub **subs;
	size_t cnt;
};

/* Ends what ends before a line of a file. */
static void end_subs(struct places *places, struct around *around, uint32_t fid, uint64_t line)
{
	while (around->cnt) {
		const struct profile_sub *sub = around->subs[around->cnt - 1];

		if (sub->fid == fid && sub->last >= line)
			return;
		around->cnt--;
		/* One that overlaps the end of the sub around it ends there. */
		while (around->cnt && around->subs[around->cnt - 1]->last <= sub->last)
			around->cnt--;
		if (sub->last < UINT32_MAX)
			add_span(places, sub->fid, sub->last + 1,
				 around->cnt ? around->subs[around->cnt - 1] : NULL);
	}
}

static void add_spans(struct places *places, const struct profile_sub **subs, size_t cnt)
{
	struct around around = { calloc(cnt + 1, sizeof(*subs)), 0 };
	size_t i;

	for (i = 0; i < cnt && around.subs; i++) {
		end_subs(places, &around, subs[i]->fid, subs[i]->first);
		add_span(places, subs[i]->fid, subs[i]->first, subs[i]);
		around.subs[around.cnt++] = subs[i];
	}
	if (around.subs)
		end_subs(places, &around, 0, 0);
	free(around.subs);
}

struct places *places_new(const struct profile *p)
{
	const struct profile_sub **subs = calloc(p->sub_cnt + 1, sizeof(*subs));
	struct places *places = calloc(1, sizeof(*places));
	size_t cnt = 0, i;

	if (places)
		places->spans = calloc(2 * p->sub_cnt + 1, sizeof(*places->spans));
	if (!subs || !places || !places->spans) {
		free(subs);
		places_free(places);
		return NULL;
	}
	for (i = 0; i < p->sub_cnt; i++) {
		if (has_lines(p->subs[i]))
			subs[cnt++] = p->subs[i];
	}
	sort(subs, cnt, sizeof(*subs), compare_subs);
	add_spans(places, subs, cnt);
	free(subs);
	return places;
}

void places_free(struct places *places)
{
	if (places)
		free(places->spans);
	free(places);
}

const struct profile_sub *places_sub(const struct places *places, uint32_t fid, uint32_t line)
{
	size_t lo = 0, hi = places->cnt;

	/* The first span behind it. */
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const struct span *s = &places->spans[mid];

		if (s->fid < fid || (s->fid == fid && s->line <= line))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || places->spans[lo - 1].fid != fid)
		return NULL;
	return places->spans[lo - 1].sub;
}

/* --------------------------------------------------------------------------- lines */

static size_t fill_rows(const struct profile *p, struct line_row *rows)
{
	size_t cnt = 0, i;
	uint32_t nr;

	for (i = 0; i < p->file_cnt; i++) {
		const struct profile_file *file = p->files[i];

		for (nr = profile_next_line(file, 0); nr != LINE_NONE;
		     nr = profile_next_line(file, nr + 1)) {
			struct profile_line line = profile_line(file, nr);

			if (rows)
				rows[cnt] = (struct line_row){ file, nr, line.cnt,
							       line.ns > 0 ? line.ns : 0 };
			cnt++;
		}
	}
	return cnt;
}

struct line_row *line_rows(const struct profile *p, size_t *cnt)
{
	struct line_row *rows;

	*cnt = fill_rows(p, NULL);
	rows = calloc(*cnt + 1, sizeof(*rows));
	if (rows)
		fill_rows(p, rows);
	return rows;
}

const char *line_text(struct line_reader *r, const struct line_row *row, size_t *len)
{
	const char *end;

	if (r->file != row->file)
		*r = (struct line_reader){ row->file, row->file->source, 1 };
	for (; r->at && r->line < row->line; r->line++) {
		r->at = strchr(r->at, '\n');
		r->at = r->at ? r->at + 1 : NULL;
	}
	if (!r->at || !row->line || !*r->at)
		return NULL;
	end = r->at + strcspn(r->at, "\n");
	*len = (size_t)(end - r->at);
	return r->at;
}
