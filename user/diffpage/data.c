// SPDX-License-Identifier: GPL-2.0-or-later
#include "diffpage/data.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#include "diff/calls.h"
#include "diff/diff.h"
#include "diff/flame.h"
#include "diffpage/changes.h"
#include "diffpage/diffpage.h"
#include "export/places.h"
#include "html/cells.h"
#include "html/data_table.h"
#include "profile/profile.h"
#include "text/json.h"

enum flags {
	IN_OLD = 1,
	IN_NEW = 2,
	NOISE = 4
};

struct data {
	const struct diff_page *page;
	const struct profile *old, *new; /* the sums */
	struct diff_calls calls;
	struct places *old_places, *new_places;
};

/* ----------------------------------------------------------------------- tables */

static void fill_values(const struct diff_row *row, int64_t *cells)
{
	cells[0] = diffpage_whole(row->old.ns);
	cells[1] = diffpage_whole(row->new.ns);
	cells[2] = diffpage_whole(row->old.cnt);
	cells[3] = diffpage_whole(row->new.cnt);
	cells[4] = (row->old.there ? IN_OLD : 0) | (row->new.there ? IN_NEW : 0) |
		   (row->noise ? NOISE : 0);
}

static void fill_sub(const void *arg, size_t row, int64_t *cells)
{
	const struct data *d = arg;

	fill_values(&d->page->diff->subs[row], cells);
	cells[5] = d->page->diff->subs[row].sub;
}

static void fill_call(const void *arg, size_t nr, int64_t *cells)
{
	const struct data *d = arg;
	const struct diff_call *call = &d->calls.all[nr];

	fill_values(&(struct diff_row){ .old = call->old, .new = call->new }, cells);
	cells[5] = call->caller;
	cells[6] = call->callee;
}

static bool is_new_file(const struct data *d, const struct profile_file *file)
{
	return profile_find_fid(d->new, file->fid) == file;
}

/* Files are the new side's, then the old side's. */
static int64_t file_nr(const struct data *d, const struct profile_file *file)
{
	return (int64_t)file->fid - 1 + (is_new_file(d, file) ? 0 : (int64_t)d->new->file_cnt);
}

/* The new sub that a line is in; -1: none. */
static int64_t sub_at(const struct data *d, const struct diff_row *row)
{
	const struct profile_sub *sub = places_sub(is_new_file(d, row->file) ? d->new_places :
									       d->old_places,
						   row->file->fid, row->line),
				 *found = NULL;

	if (sub)
		HASH_FIND_STR(d->new->subs_by_name, sub->name, found);
	return found ? (int64_t)found->id : -1;
}

static void fill_line(const void *arg, size_t nr, int64_t *cells)
{
	const struct data *d = arg;
	const struct diff_row *row = &d->page->diff->lines[nr];

	fill_values(row, cells);
	cells[5] = file_nr(d, row->file);
	cells[6] = row->line;
	cells[7] = row->old_line;
	cells[8] = sub_at(d, row);
}

static void fill_stack(const void *arg, size_t nr, int64_t *cells)
{
	const struct data *d = arg;
	const struct stack *stack = &d->page->stacks->new.all[nr],
			   *was = diff_stacks_old(d->page->stacks, nr);
	double new_runs = (double)d->page->new->run_cnt, old_runs = (double)d->page->old->run_cnt;

	cells[0] = stack->depth;
	cells[1] = data_frame(d->new, stack);
	cells[2] = diffpage_whole((double)stack->cnt / new_runs);
	cells[3] = diffpage_whole((double)stack->ns / new_runs);
	cells[4] = was ? diffpage_whole((double)was->ns / old_runs) : 0;
	cells[5] = was ? diffpage_whole((double)was->total_ns / old_runs) : -1;
}

static void put_tables(const struct data *d, FILE *out)
{
	const struct data_table tables[] = {
		{ "subs",
		  { "old", "new", "oldCount", "newCount", "flags", "sub" },
		  d->page->diff->sub_cnt,
		  fill_sub },
		{ "calls",
		  { "old", "new", "oldCount", "newCount", "flags", "caller", "callee" },
		  d->calls.cnt,
		  fill_call },
		{ "lines",
		  { "old", "new", "oldCount", "newCount", "flags", "file", "line", "oldLine",
		    "sub" },
		  d->page->diff->line_cnt,
		  fill_line },
		{ "stacks",
		  { "depth", "sub", "count", "ns", "old", "oldTotal" },
		  d->page->stacks->new.cnt,
		  fill_stack },
	};
	size_t i;

	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		data_put_table(&tables[i], d, out);
}

/* ---------------------------------------------------------------------- strings */

/* Those of the new side, then those of the old side, which are empty if they are also new. */
static void put_sub_names(const struct data *d, FILE *out)
{
	const size_t new_cnt = d->new->sub_cnt;
	size_t i;

	fputs(",\n\"subNames\":[", out);
	for (i = 0; i < new_cnt + d->old->sub_cnt; i++) {
		bool also_new = i >= new_cnt && d->page->diff->old_subs[i - new_cnt] < new_cnt;

		fputs(i ? ",\n" : "", out);
		if (i < new_cnt)
			json_put_string(d->new->subs[i]->name, out);
		else
			json_put_string(also_new ? "" : d->old->subs[i - new_cnt]->name, out);
	}
	putc(']', out);
}

static void put_file_names(const struct data *d, FILE *out)
{
	const struct profile *const sides[] = { d->new, d->old };
	size_t side, i, cnt = 0;

	fputs(",\n\"fileNames\":[", out);
	for (side = 0; side < 2; side++) {
		for (i = 0; i < sides[side]->file_cnt; i++) {
			fputs(cnt++ ? ",\n" : "", out);
			json_put_string(sides[side]->files[i]->name, out);
		}
	}
	putc(']', out);
}

static void put_text(const struct diff_row *row, FILE *out)
{
	const char *text = row->text;
	size_t len = text ? row->text_len : 0;

	for (; len && (*text == ' ' || *text == '\t'); len--)
		text++;
	json_put_text(text ?: "", len < CELLS_SOURCE_MAX ? len : CELLS_SOURCE_MAX, out);
}

static void put_texts(const struct diff_page *page, FILE *out)
{
	size_t i;

	fputs(",\n\"texts\":[", out);
	for (i = 0; i < page->diff->line_cnt && !page->no_source; i++) {
		fputs(i ? ",\n" : "", out);
		put_text(&page->diff->lines[i], out);
	}
	putc(']', out);
}

/* ------------------------------------------------------------------------- all */

static void put_data(const struct data *d, FILE *out)
{
	const struct stacks *s = &d->page->stacks->new;
	const struct diff *diff = d->page->diff;

	fprintf(out,
		"{\"hz\":%u,\"pairs\":%d,\"sharedCounts\":%d,\"totalNoise\":%d,\"least\":%" PRId64,
		s->hz, s->pairs, s->shared_cnts, diff->total.noise,
		diffpage_whole(DIFF_SHOWN * diff->all_ns));
	put_sub_names(d, out);
	put_file_names(d, out);
	put_texts(d->page, out);
	put_tables(d, out);
	fputs("}\n", out);
}

int diffpage_data_put(const struct diff_page *page, FILE *out)
{
	struct data d = {
		.page = page,
		.old = page->old->sum,
		.new = page->new->sum,
		.old_places = places_new(page->old->sum),
		.new_places = places_new(page->new->sum),
	};
	int rc = diff_calls_make(&d.calls, page->diff, page->old, page->new);

	if (!d.old_places || !d.new_places)
		rc = -ENOMEM;
	if (!rc)
		put_data(&d, out);
	diff_calls_release(&d.calls);
	places_free(d.old_places);
	places_free(d.new_places);
	return rc;
}
