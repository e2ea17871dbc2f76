// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/values.h"

#include <errno.h>
#include <stdlib.h>

#include "profile/profile.h"
#include "util/cleanup.h"

/* What one run has. */
static void add_run(struct diff_value *v, const struct diff_side *side, double cnt, double ns)
{
	double runs = (double)side->run_cnt;

	v->low = !v->there || ns < v->low ? ns : v->low;
	v->high = !v->there || ns > v->high ? ns : v->high;
	v->there = true;
	v->cnt += cnt / runs;
	v->ns += ns / runs;
}

/* A run that has nothing of it is one, too. */
static void note_absent(struct diff_value *v, size_t seen, const struct diff_side *side)
{
	if (v->there && seen < side->run_cnt && v->low > 0)
		v->low = 0;
}

/* ------------------------------------------------------------------------- subs */

struct own {
	double cnt, ns;
};

static struct own *own_of(const struct profile *p)
{
	struct own *own = calloc(p->sub_cnt + 1, sizeof(*own));
	const struct profile_call *call;

	for (call = p->calls; own && call; call = call->hh.next) {
		own[call->id.callee].cnt += (double)call->counts.cnt;
		own[call->id.callee].ns += (double)call->counts.excl_ns;
	}
	return own;
}

static int add_subs(struct values *v, const struct diff_side *side, const struct profile *run,
		    size_t *seen)
{
	struct own *own __cleanup(free_ptr) = own_of(run), all = {};
	struct profile_sub *sub;
	size_t i;

	if (!own)
		return -ENOMEM;
	for (i = 0; i < run->sub_cnt; i++) {
		HASH_FIND_STR(side->sum->subs_by_name, run->subs[i]->name, sub);
		if (!sub || !run->subs[i]->called)
			continue;
		add_run(&v->subs[sub->id], side, own[i].cnt, own[i].ns);
		seen[sub->id]++;
		all.cnt += own[i].cnt;
		all.ns += own[i].ns;
	}
	add_run(&v->calls, side, all.cnt, all.ns);
	return 0;
}

/* ------------------------------------------------------------------------ lines */

static struct line_value *find_line(const struct values *v, uint32_t fid, uint32_t line)
{
	struct line_value wanted = { .id = { .fid = fid, .line = line } }, *found;

	HASH_FIND(hh, v->lines, &wanted.id, sizeof(wanted.id), found);
	return found;
}

const struct line_value *values_line(const struct values *v, uint32_t fid, uint32_t line)
{
	return find_line(v, fid, line);
}

static struct line_value *make_line(struct values *v, uint32_t fid, uint32_t line)
{
	struct line_value *found = find_line(v, fid, line);

	if (found)
		return found;
	found = calloc(1, sizeof(*found));
	if (!found)
		return NULL;
	found->id.fid = fid;
	found->id.line = line;
	HASH_ADD(hh, v->lines, id, sizeof(found->id), found);
	return found;
}

static int add_file(struct values *v, const struct diff_side *side, const struct profile_file *file,
		    uint32_t fid, struct own *all)
{
	uint32_t line;

	for (line = profile_next_line(file, 0); line != LINE_NONE;
	     line = profile_next_line(file, line + 1)) {
		const struct profile_line is = profile_line(file, line);
		struct line_value *value = make_line(v, fid, line);

		if (!value)
			return -ENOMEM;
		add_run(&value->value, side, (double)is.cnt, (double)is.ns);
		value->seen++;
		all->cnt += (double)is.cnt;
		all->ns += (double)is.ns;
	}
	return 0;
}

static int add_lines(struct values *v, const struct diff_side *side, const struct profile *run)
{
	struct own all = {};
	struct profile_file *file;
	size_t i;
	int rc = 0;

	for (i = 0; i < run->file_cnt && !rc; i++) {
		HASH_FIND_STR(side->sum->files_by_name, run->files[i]->name, file);
		if (file)
			rc = add_file(v, side, run->files[i], file->fid, &all);
	}
	add_run(&v->stmts, side, all.cnt, all.ns);
	return rc;
}

int values_make(struct values *v, const struct diff_side *side)
{
	size_t *seen __cleanup(free_ptr) = calloc(side->sum->sub_cnt + 1, sizeof(*seen));
	struct line_value *line;
	size_t i;
	int rc = 0;

	v->subs = calloc(side->sum->sub_cnt + 1, sizeof(*v->subs));
	if (!v->subs || !seen)
		return -ENOMEM;
	for (i = 0; i < side->run_cnt && !rc; i++) {
		rc = add_subs(v, side, side->runs[i], seen);
		rc = rc ?: add_lines(v, side, side->runs[i]);
	}
	for (i = 0; i < side->sum->sub_cnt; i++)
		note_absent(&v->subs[i], seen[i], side);
	for (line = v->lines; line; line = line->hh.next)
		note_absent(&line->value, line->seen, side);
	return rc;
}

void values_release(struct values *v)
{
	struct line_value *line, *next;

	HASH_ITER(hh, v->lines, line, next) {
		HASH_DEL(v->lines, line);
		free(line);
	}
	free(v->subs);
	*v = (struct values){};
}
