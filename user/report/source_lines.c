// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/source_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/cleanup.h"
#include "util/saturate.h"

#define SHARE	  100 /* what has less than this part of the time does not matter */
#define CONTEXT	  2u
#define LINES_MAX 10000000u

static uint32_t count_lines(const struct profile_file *file)
{
	const char *at = file->source, *end = at ? at + file->source_len : NULL;
	uint32_t cnt = 0, nr;

	for (; at && at < end && cnt < LINES_MAX; cnt++) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at ? at + 1 : end;
	}
	for (nr = profile_next_line(file, 0); nr != LINE_NONE; nr = profile_next_line(file, nr + 1))
		cnt = nr > cnt ? nr : cnt;
	return cnt;
}

static void add_texts(struct source_lines *s, const struct profile_file *file)
{
	const char *at = file->source, *end = at ? at + file->source_len : NULL, *line_end;
	uint32_t nr;

	for (nr = 1; at && at < end && nr <= s->cnt; nr++) {
		line_end = memchr(at, '\n', (size_t)(end - at));
		line_end = line_end ? line_end : end;
		s->lines[nr].text = at;
		s->lines[nr].len = (size_t)(line_end - at);
		if (s->lines[nr].len && line_end[-1] == '\r')
			s->lines[nr].len--;
		at = line_end + 1;
	}
}

static void add_subs(struct source_lines *s, const struct report *r,
		     const struct profile_file *file)
{
	size_t i;

	for (i = 0; i < r->p->sub_cnt; i++) {
		const struct profile_sub *sub = r->p->subs[i];
		struct source_line *line;

		if (sub->fid != file->fid || !sub->called || !sub->first || sub->first > s->cnt ||
		    sub->xsub)
			continue;
		line = &s->lines[sub->first];
		if (!line->head || r->subs[line->head->id].incl_ns < r->subs[sub->id].incl_ns)
			line->head = sub;
	}
}

static void add_counts(struct source_lines *s, const struct profile_file *file,
		       const struct call_index *calls)
{
	uint32_t nr;
	size_t i;

	for (nr = 1; nr <= s->cnt; nr++) {
		struct call_list list = calls_from_line(calls, file->fid, nr);

		s->lines[nr].counts = profile_line(file, nr);
		saturate_ns(&s->ns, s->lines[nr].counts.ns);
		for (i = 0; i < list.cnt; i++)
			saturate_ns(&s->lines[nr].calls_ns, list.calls[i]->counts.incl_ns);
	}
}

int source_lines_make(struct source_lines *s, const struct report *r,
		      const struct profile_file *file, const struct call_index *calls)
{
	*s = (struct source_lines){ .cnt = count_lines(file) };
	s->lines = calloc(s->cnt + 1u, sizeof(*s->lines));
	if (!s->lines)
		return -ENOMEM;
	add_texts(s, file);
	add_subs(s, r, file);
	add_counts(s, file, calls);
	return line_heat_make(&s->heat, r->p);
}

void source_lines_release(struct source_lines *s)
{
	free(s->lines);
}

static bool is_share(int64_t ns, int64_t whole_ns)
{
	return ns > 0 && ns >= whole_ns / SHARE;
}

static bool matters(const struct source_lines *s, const struct report *r,
		    const struct source_line *line)
{
	return is_share(line->counts.ns, s->ns) || is_share(line->counts.wait_ns, s->ns) ||
	       is_share(line->calls_ns, r->whole_ns) ||
	       (line->head && is_share(r->subs[line->head->id].incl_ns, r->whole_ns));
}

static void show_around(struct source_lines *s, uint32_t nr)
{
	uint32_t first = nr > CONTEXT ? nr - CONTEXT : 1;
	uint32_t last = s->cnt - nr > CONTEXT ? nr + CONTEXT : s->cnt;

	for (; first <= last; first++)
		s->lines[first].shown = true;
}

/* Of a file of many lines that are all alike, those that stand out among them. */
static int show_hottest(struct source_lines *s)
{
	int64_t *values __cleanup(free_ptr) = calloc(s->cnt + 1u, sizeof(*values));
	struct heat_scale scale;
	uint32_t nr;

	if (!values)
		return -ENOMEM;
	for (nr = 1; nr <= s->cnt; nr++)
		values[nr] = s->lines[nr].counts.ns;
	scale = heat_scale(values, s->cnt + 1u);
	for (nr = 1; nr <= s->cnt; nr++) {
		if (heat_of(&scale, s->lines[nr].counts.ns) == HEAT_HOTTEST)
			show_around(s, nr);
	}
	return 0;
}

int source_lines_choose(struct source_lines *s, const struct report *r)
{
	bool any = false;
	uint32_t nr;

	for (nr = 1; nr <= s->cnt; nr++) {
		s->lines[nr].shown = s->lines[nr].shown || r->o->all_lines;
		if (!matters(s, r, &s->lines[nr]))
			continue;
		show_around(s, nr);
		any = true;
	}
	return any ? 0 : show_hottest(s);
}

void source_lines_cut(struct source_lines *s, uint32_t first, uint32_t last)
{
	uint32_t nr;

	for (nr = 1; nr <= s->cnt; nr++)
		s->lines[nr].shown = nr >= first && nr <= last;
}
