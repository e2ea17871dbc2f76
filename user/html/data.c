// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/data.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "figures/heat.h"
#include "figures/idle.h"
#include "figures/probe_errors.h"
#include "html/data_table.h"
#include "html/events.h"
#include "html/excerpt.h"
#include "html/html.h"
#include "html/runs.h"
#include "profile/profile.h"
#include "profile/sql.h"
#include "profile/waits.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"
#include "text/json.h"

/* ---------------------------------------------------------------------- tables */

struct data {
	const struct profile *p;
	const struct stacks *s;
	const struct probe_errors *e;
	const struct event_stacks *events;
	const struct data_line *lines;
	size_t line_cnt;
	struct line_heat heat;
	const struct profile_call **calls;
	size_t call_cnt;
	const struct profile_wait **waits;
	size_t wait_cnt;
	const struct profile_sql **sqls;
	size_t sql_cnt;
};

/* What a page can show: no time is below 0. */
static int64_t above_0(int64_t ns)
{
	return ns > 0 ? ns : 0;
}

static void fill_file(const void *arg, size_t row, int64_t *cells)
{
	const struct data *d = arg;
	const struct profile_file *file = d->p->files[row];

	cells[0] = data_file(d->p, file->eval_fid);
	cells[1] = file->eval_line;
}

static void fill_sub(const void *arg, size_t row, int64_t *cells)
{
	const struct data *d = arg;
	const struct profile_sub *sub = d->p->subs[row];

	cells[0] = sub->xsub ? -1 : data_file(d->p, sub->fid);
	cells[1] = cells[0] < 0 ? 0 : sub->first;
	cells[2] = cells[0] < 0 ? 0 : sub->last;
	cells[3] = sub->xsub;
	cells[4] = above_0(sub->wait_incl_ns);
	cells[5] = above_0(sub->wait_excl_ns);
	cells[6] = sub_is_idle(sub->name);
	cells[7] = d->e->subs[sub->id].excl_ns;
	cells[8] = d->e->subs[sub->id].incl_ns;
}

/* 0: no colour; 3: the strongest. */
static int64_t heat_level(const struct heat_scale *scale, int64_t ns)
{
	enum heat heat = heat_of(scale, ns);

	return heat >= HEAT_WARM ? heat - HEAT_COLD : 0;
}

/* The lines of a file are steps from the one before. */
static void fill_line(const void *arg, size_t row, int64_t *cells)
{
	const struct data *d = arg;
	const struct data_line *at = &d->lines[row], *last = row ? at - 1 : NULL;

	cells[0] = at->file;
	cells[1] = (int64_t)at->nr - (last && last->file == at->file ? last->nr : 0);
	cells[2] = data_count(at->counts.cnt);
	cells[3] = above_0(at->counts.ns);
	cells[4] = above_0(at->counts.wait_ns);
	cells[5] = heat_level(&d->heat.time, at->counts.ns);
	cells[6] = heat_level(&d->heat.each, ns_each(at->counts.ns, at->counts.cnt));
	cells[7] = line_error(d->e, at->file + 1, at->nr, at->counts.cnt);
}

static void fill_call(const void *arg, size_t row, int64_t *cells)
{
	const struct data *d = arg;
	const struct profile_call *call = d->calls[row];

	cells[0] = call->id.caller;
	cells[1] = call->id.callee;
	cells[2] = data_file(d->p, call->id.fid);
	cells[3] = call->id.line;
	cells[4] = data_count(call->counts.cnt);
	cells[5] = above_0(call->counts.incl_ns);
	cells[6] = above_0(call->counts.excl_ns);
	cells[7] = call->counts.rec_depth;
}

/* In the order of a walk: the depth tells the caller. */
static void fill_stack(const void *arg, size_t row, int64_t *cells)
{
	const struct data *d = arg;
	const struct stack *stack = &d->s->all[row];

	cells[0] = stack->depth;
	cells[1] = data_frame(d->p, stack);
	cells[2] = data_count(stack->cnt);
	cells[3] = stack->ns;
}

static void fill_wait(const void *arg, size_t row, int64_t *cells)
{
	const struct data *d = arg;
	const struct profile_wait *wait = d->waits[row];

	cells[0] = data_file(d->p, wait->id.fid);
	cells[1] = wait->id.line;
	cells[2] = wait->id.sub < d->p->sub_cnt ? (int64_t)wait->id.sub : -1;
	cells[3] = (int64_t)wait->id.reason - 1;
	cells[4] = (int64_t)wait->id.object - 1;
	cells[5] = data_count(wait->sum.cnt);
	cells[6] = data_count(wait->sum.ns);
	cells[7] = data_count(wait->sum.max_ns);
}

static void fill_sql(const void *arg, size_t row, int64_t *cells)
{
	const struct data *d = arg;
	const struct profile_sql *sql = d->sqls[row];

	cells[0] = data_file(d->p, sql->id.fid);
	cells[1] = sql->id.line;
	cells[2] = sql->id.fid && sql->id.sub < d->p->sub_cnt ? (int64_t)sql->id.sub : -1;
	cells[3] = (int64_t)sql->id.statement - 1;
	cells[4] = data_count(sql->sum.cnt);
	cells[5] = data_count(sql->sum.ns);
	cells[6] = data_count(sql->sum.prepare_ns);
}

static void put_tables(const struct data *d, FILE *out)
{
	const struct data_table tables[] = {
		{ "files", { "evalFile", "evalLine" }, d->p->file_cnt, fill_file },
		{ "subs",
		  { "file", "first", "last", "xsub", "waitIncl", "waitExcl", "idle", "exclError",
		    "inclError" },
		  d->p->sub_cnt,
		  fill_sub },
		{ "lines",
		  { "file", "step", "count", "ns", "wait", "heat", "heatEach", "error" },
		  d->line_cnt,
		  fill_line },
		{ "calls",
		  { "caller", "callee", "file", "line", "count", "incl", "excl", "depth" },
		  d->call_cnt,
		  fill_call },
		{ "stacks", { "depth", "sub", "count", "ns" }, d->s->cnt, fill_stack },
		{ "waits",
		  { "file", "line", "sub", "reason", "object", "count", "ns", "max" },
		  d->wait_cnt,
		  fill_wait },
		{ "sql",
		  { "file", "line", "sub", "statement", "count", "ns", "prepare" },
		  d->sql_cnt,
		  fill_sql },
	};
	size_t i;

	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		data_put_table(&tables[i], d, out);
}

/* ---------------------------------------------------------------------- strings */

static const char *file_name(const void *p, size_t i)
{
	return ((const struct profile *)p)->files[i]->name;
}

static const char *sub_name(const void *p, size_t i)
{
	return ((const struct profile *)p)->subs[i]->name;
}

static const char *wait_word(const void *p, size_t i)
{
	return ((const struct profile *)p)->waits.by_nr[i]->text;
}

static const char *statement(const void *p, size_t i)
{
	return ((const struct profile *)p)->sqls.by_nr[i]->text;
}

static void put_names(const struct profile *p, FILE *out)
{
	data_put_texts("fileNames", file_name, p, p->file_cnt, out);
	data_put_texts("subNames", sub_name, p, p->sub_cnt, out);
	data_put_texts("words", wait_word, p, p->waits.text_cnt, out);
	data_put_texts("statements", statement, p, p->sqls.statement_cnt, out);
}

static void put_pairs(const char *key, const struct profile_attr *attrs, size_t cnt, FILE *out)
{
	size_t i;

	fprintf(out, ",\n\"%s\":[", key);
	for (i = 0; i < cnt; i++) {
		fputs(i ? ",[" : "[", out);
		json_put_string(attrs[i].key, out);
		putc(',', out);
		json_put_string(attrs[i].value, out);
		putc(']', out);
	}
	putc(']', out);
}

/* ------------------------------------------------------------------------- all */

static int collect(struct data *d)
{
	const struct profile_call *call;

	d->lines = data_lines(d->p, &d->line_cnt);
	d->calls = calloc(HASH_COUNT(d->p->calls) + 1, sizeof(const struct profile_call *));
	d->waits = profile_sorted_waits(d->p, &d->wait_cnt);
	d->sqls = profile_sorted_sqls(d->p, &d->sql_cnt);
	if (!d->lines || !d->calls || !d->waits || !d->sqls)
		return -ENOMEM;
	for (call = d->p->calls; call; call = call->hh.next)
		d->calls[d->call_cnt++] = call;
	return line_heat_make(&d->heat, d->p);
}

static int put_data(const struct data *d, const struct run_totals *r, const struct html_options *o,
		    FILE *out)
{
	const struct profile *p = d->p;
	int rc;

	fprintf(out,
		"{\"hz\":%u,\"pairs\":%d,\"sharedCounts\":%d,\"deeper\":%d,\"stmtNs\":%" PRId64,
		d->s->hz, d->s->pairs, d->s->shared_cnts, d->s->deeper, above_0(d->s->stmt_ns));
	put_pairs("attributes", p->attrs, p->attr_cnt, out);
	put_pairs("options", p->options, p->option_cnt, out);
	put_names(p, out);
	put_tables(d, out);
	rc = runs_put(&(struct runs){ p, d->e, r, d->lines, d->line_cnt }, out);
	events_put(p, d->events, out);
	excerpts_put(p, o->all_lines, out);
	fputs("}\n", out);
	return rc;
}

int data_put(const struct profile *p, const struct stacks *s, const struct probe_errors *e,
	     const struct run_totals *r, const struct event_stacks *events,
	     const struct html_options *o, FILE *out)
{
	struct data d = { .p = p, .s = s, .e = e, .events = events };
	int rc = collect(&d);

	rc = rc ?: put_data(&d, r, o, out);
	free((void *)d.lines);
	free(d.calls);
	free(d.waits);
	free(d.sqls);
	return rc;
}
