// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The format of callgrind (valgrind 3.19, callgrind/docs/cl-format.xml), which callgrind_annotate
 * and KCachegrind read.  Costs are those of statements by line, so that they add up to what the
 * profile has.
 *
 * To NYTProf the time of an xsub belongs to the statement that calls it.  Here it is the xsub's: it
 * is taken from the line.  Inclusive costs do not have recursive calls, as in NYTProf.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "export/places.h"
#include "export/text.h"
#include "profile/profile.h"
#include "stacks/stacks.h"
#include "util/cleanup.h"
#include "util/sort.h"

/* What is at a line of a function. */
struct entry {
	uint32_t fid; /* 0: an xsub */
	uint32_t sub; /* its id; SUB_NONE: code outside of subs */
	uint32_t line;
	const struct profile_call *call; /* NULL: the costs of its statements */
	uint64_t cnt;
	int64_t ns;
};

#define SUB_NONE UINT32_MAX

struct page {
	const struct profile *p;
	FILE *out;
	struct entry *entries;
	size_t cnt;
	bool *named_files; /* by fid */
	bool *named_subs; /* by id + 1 */
};

static int compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->fid != y->fid)
		return x->fid < y->fid ? -1 : 1;
	if (x->sub != y->sub)
		return x->sub < y->sub ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (!x->call != !y->call)
		return x->call ? 1 : -1;
	return !x->call				       ? 0 :
	       x->call->id.callee < y->call->id.callee ? -1 :
							 x->call->id.callee > y->call->id.callee;
}

/* -------------------------------------------------------------------------- collect */

static int collect_lines(struct page *g, const struct line_row *rows, size_t cnt)
{
	struct places *places = places_new(g->p);
	size_t i;

	if (!places)
		return -ENOMEM;
	for (i = 0; i < cnt; i++) {
		const struct profile_sub *sub = places_sub(places, rows[i].file->fid, rows[i].line);

		g->entries[g->cnt++] = (struct entry){ .fid = rows[i].file->fid,
						       .sub = sub ? sub->id : SUB_NONE,
						       .line = rows[i].line,
						       .cnt = rows[i].cnt,
						       .ns = rows[i].ns };
	}
	places_free(places);
	return 0;
}

/* The line that a call is in; lines are the first entries, in the order of files and lines. */
static struct entry *line_of(struct page *g, size_t cnt, const struct call_id *id)
{
	size_t lo = 0, hi = cnt;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const struct entry *e = &g->entries[mid];

		if (e->fid < id->fid || (e->fid == id->fid && e->line < id->line))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == cnt || g->entries[lo].fid != id->fid || g->entries[lo].line != id->line)
		return NULL;
	return &g->entries[lo];
}

/* Code outside of subs has no name in the profile but main::RUNTIME. */
static uint32_t caller_of(const struct page *g, const struct call_id *id)
{
	return strcmp(g->p->subs[id->caller]->name, "main::RUNTIME") ? id->caller : SUB_NONE;
}

static int64_t own_ns(const struct profile_call *call)
{
	return call->counts.excl_ns > 0 ? call->counts.excl_ns : 0;
}

static void add_own(struct page *g, const struct profile_sub *sub, int64_t ns)
{
	g->entries[g->cnt++] = (struct entry){ .fid = sub->xsub ? 0 : sub->fid,
					       .sub = sub->id,
					       .line = sub->xsub ? 0 : sub->first,
					       .ns = ns };
}

/* lines: 0 if statements were not recorded; then the time of each sub is at its first line. */
static void collect_calls(struct page *g, size_t lines)
{
	const struct profile_call *call;

	for (call = g->p->calls; call; call = call->hh.next) {
		const struct profile_sub *callee = g->p->subs[call->id.callee];
		struct entry *line = line_of(g, lines, &call->id);
		int64_t ns = own_ns(call);

		if (callee->xsub && line) {
			ns = ns < line->ns ? ns : line->ns;
			line->ns -= ns;
			add_own(g, callee, ns);
		} else if (!lines) {
			add_own(g, callee, ns);
		}
		g->entries[g->cnt++] = (struct entry){ .fid = call->id.fid,
						       .sub = caller_of(g, &call->id),
						       .line = call->id.line,
						       .call = call };
	}
}

/* ---------------------------------------------------------------------------- print */

/* A name in full the first time; then its number is enough. */
static void put_name(struct page *g, const char *key, uint64_t nr, bool *named, const char *name)
{
	fprintf(g->out, "%s=(%" PRIu64 ")", key, nr);
	if (!*named) {
		putc(' ', g->out);
		text_put_line(name, strlen(name), "", g->out);
	}
	putc('\n', g->out);
	*named = true;
}

static void put_file(struct page *g, const char *key, uint32_t fid)
{
	const struct profile_file *file = profile_find_fid(g->p, fid);

	put_name(g, key, (uint64_t)fid + 1, &g->named_files[file ? fid : 0],
		 file ? file->name : "(xsub)");
}

static void put_sub(struct page *g, const char *key, uint32_t sub)
{
	bool none = sub == SUB_NONE;

	put_name(g, key, none ? 1 : sub + 2ull, &g->named_subs[none ? 0 : sub + 1],
		 none ? "main::RUNTIME" : g->p->subs[sub]->name);
}

static void put_call(struct page *g, const struct entry *e)
{
	const struct profile_sub *callee = g->p->subs[e->call->id.callee];
	uint32_t fid = callee->xsub ? 0 : callee->fid;
	int64_t ns = e->call->counts.incl_ns;
	/* callgrind_annotate takes the time of 0 calls for the caller's own. */
	uint64_t cnt = e->call->counts.cnt ?: 1;

	put_file(g, "cfi", profile_find_fid(g->p, fid) ? fid : 0);
	put_sub(g, "cfn", callee->id);
	fprintf(g->out, "calls=%" PRIu64 " %u\n%u %" PRId64 "\n", cnt,
		callee->xsub ? 0 : callee->first, e->line, ns > 0 ? ns : 0);
}

static void put_entries(struct page *g)
{
	size_t i;

	for (i = 0; i < g->cnt && !ferror(g->out); i++) {
		const struct entry *e = &g->entries[i], *last = i ? e - 1 : NULL;

		if (!last || last->fid != e->fid || last->sub != e->sub) {
			putc('\n', g->out);
			put_file(g, "fl", profile_find_fid(g->p, e->fid) ? e->fid : 0);
			put_sub(g, "fn", e->sub);
		}
		if (e->call)
			put_call(g, e);
		else
			fprintf(g->out, "%u %" PRId64 " %" PRIu64 "\n", e->line, e->ns, e->cnt);
	}
}

static void put_head(struct page *g, int64_t ns, uint64_t stmts)
{
	const char *command = profile_attr(g->p, "application");
	unsigned hz = profile_hz(g->p);

	fputs("# callgrind format\nversion: 1\ncreator: nytprof-bpf\n", g->out);
	if (g->p->pid)
		fprintf(g->out, "pid: %u\n", g->p->pid);
	fputs("cmd: ", g->out);
	text_put_line(command ? command : "?", strlen(command ? command : "?"), "", g->out);
	if (hz)
		fprintf(g->out, "\ndesc: Estimates: %u samples a second", hz);
	fprintf(g->out,
		"\npositions: line\nevents: ns %s\n"
		"summary: %" PRId64 " %" PRIu64 "\n",
		hz ? "samples" : "statements", ns, stmts);
}

static void put_page(struct page *g)
{
	uint64_t stmts = 0;
	int64_t ns = 0;
	size_t i;

	for (i = 0; i < g->cnt; i++) {
		if (__builtin_add_overflow(ns, g->entries[i].ns, &ns))
			ns = INT64_MAX;
		if (__builtin_add_overflow(stmts, g->entries[i].cnt, &stmts))
			stmts = UINT64_MAX;
	}
	put_head(g, ns, stmts);
	sort(g->entries, g->cnt, sizeof(*g->entries), compare_entries);
	put_entries(g);
}

int export_callgrind(const struct profile *p, const struct stacks *stacks, FILE *out)
{
	size_t cnt;
	struct line_row *rows __cleanup(free_ptr) = line_rows(p, &cnt);
	struct page g = { .p = p, .out = out };
	int rc = -ENOMEM;

	(void)stacks;
	g.entries = calloc(cnt + 2ul * HASH_COUNT(p->calls) + 1, sizeof(*g.entries));
	g.named_files = calloc(p->file_cnt + 1, sizeof(*g.named_files));
	g.named_subs = calloc(p->sub_cnt + 1, sizeof(*g.named_subs));
	if (rows && g.entries && g.named_files && g.named_subs)
		rc = collect_lines(&g, rows, cnt);
	if (!rc) {
		collect_calls(&g, cnt);
		put_page(&g);
	}
	free(g.entries);
	free(g.named_files);
	free(g.named_subs);
	return rc;
}
