// SPDX-License-Identifier: GPL-2.0-or-later
/* From the ids of one profile to those of the sum; knows neither files on disks nor processes. */
#include "merge.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/merge_evals.h"
#include "profile/profile.h"
#include "profile/sql.h"
#include "profile/waits.h"

#define APPLICATIONS_MAX 20

/* A program, and how often it ran. */
struct application {
	char *name;
	unsigned runs;
};

struct merge {
	struct profile *p;
	struct merge_evals evals;
	struct application applications[APPLICATIONS_MAX];
	unsigned application_cnt;
	unsigned other_runs; /* of those for which there is no room */
	unsigned runs;
	bool no_sqls;
	unsigned incomplete; /* of them, for want of memory */
	double duration; /* seconds */
	double overhead; /* seconds */
};

/* One that is being added: its ids to those of the sum. */
struct adding {
	struct merge *m;
	struct profile *from;
	uint32_t *fids; /* by fid; 0: not yet */
	uint32_t *subs; /* by sub id */
};

struct merge *merge_new(void)
{
	struct merge *m = calloc(1, sizeof(*m));

	if (m && (m->p = profile_new()))
		return m;
	free(m);
	return NULL;
}

void merge_free(struct merge *m)
{
	unsigned i;

	if (!m)
		return;
	for (i = 0; i < m->application_cnt; i++)
		free(m->applications[i].name);
	merge_evals_release(&m->evals);
	profile_free(m->p);
	free(m);
}

void merge_leave_out_sqls(struct merge *m)
{
	m->no_sqls = true;
}

void merge_charge_sqls(struct merge *m, const struct profile *from)
{
	profile_charge_sqls(m->p, from->sqls.allowance, from->sqls.user);
}

/* ---------------------------------------------------------------------- files */

static int add_counts(const struct profile_file *from, struct profile_file *to)
{
	const struct profile_block *block;
	uint32_t line;
	int rc = 0;

	/* With blocks, all lines are in them. */
	for (block = from->blocks; block && !rc; block = block->hh.next)
		rc = profile_add_block(to, &block->id, block->counts.cnt, block->counts.ns);
	line = from->blocks ? LINE_NONE : profile_next_line(from, 0);
	for (; line != LINE_NONE && !rc; line = profile_next_line(from, line + 1)) {
		const struct profile_line counts = profile_line(from, line);

		rc = profile_add_line(to, line, counts.cnt, counts.ns);
	}
	return rc;
}

static int add_file(struct adding *a, const struct profile_file *file, unsigned depth);

/* The fid in the sum of a file of what is added; 0: none, or no memory. */
static uint32_t map_fid(struct adding *a, uint32_t fid, unsigned depth)
{
	const struct profile_file *file = profile_find_fid(a->from, fid);

	if (!file || depth > MERGE_DEPTH)
		return 0;
	if (!a->fids[fid] && add_file(a, file, depth))
		return 0;
	return a->fids[fid];
}

static int add_alias(struct adding *a, const struct profile_file *file, unsigned depth)
{
	uint32_t fid = map_fid(a, file->alias_of, depth + 1);

	a->fids[file->fid] = fid;
	return fid ? add_counts(file, profile_find_fid(a->m->p, fid)) : -ENOMEM;
}

static int add_file(struct adding *a, const struct profile_file *file, unsigned depth)
{
	struct profile_file *to;
	uint32_t parent = file->eval_fid ? map_fid(a, file->eval_fid, depth + 1) : 0;

	if (file->alias_of)
		return add_alias(a, file, depth);
	to = parent ? merge_evals_file(&a->m->evals, a->m->p, file, parent) :
		      profile_file(a->m->p, file->name, 0, file->eval_line, file->flags);
	if (!to)
		return -ENOMEM;
	a->fids[file->fid] = to->fid;
	to->flags |= file->flags;
	if (file->source && !to->source && profile_set_source(to, file->source, file->source_len))
		return -ENOMEM;
	return add_counts(file, to);
}

static int add_files(struct adding *a)
{
	size_t i;

	for (i = 0; i < a->from->file_cnt; i++) {
		const struct profile_file *file = a->from->files[i];
		int rc = a->fids[file->fid] ? 0 : add_file(a, file, 0);

		if (rc)
			return rc;
	}
	if (!a->m->p->main_fid)
		a->m->p->main_fid = map_fid(a, a->from->main_fid, 0);
	return 0;
}

/* ----------------------------------------------------------------------- subs */

/* Anonymous subs have the name of their file in theirs, which may be another one in the sum. */
static char *name_of_sub(const struct adding *a, const struct profile_sub *sub)
{
	const struct profile_file *file = profile_find_fid(a->from, sub->fid), *to;
	const char *at = file && file->eval_fid ? strstr(sub->name, file->name) : NULL;
	char *name;

	to = at ? profile_find_fid(a->m->p, a->fids[sub->fid]) : NULL;
	if (!to)
		return strdup(sub->name);
	return asprintf(&name, "%.*s%s%s", (int)(at - sub->name), sub->name, to->name,
			at + strlen(file->name)) < 0 ?
		       NULL :
		       name;
}

/* What is known of a definition stays; a later profile can know more of it. */
static void add_definition(const struct adding *a, const struct profile_sub *sub,
			   struct profile_sub *to)
{
	to->called |= sub->called;
	to->xsub |= sub->xsub && !to->defined;
	if (!sub->fid || (to->fid && (to->defined || !sub->defined)))
		return;
	to->fid = a->fids[sub->fid];
	to->first = sub->first;
	to->last = sub->last;
	to->defined = sub->defined;
	to->xsub = sub->xsub;
}

static int add_subs(struct adding *a)
{
	size_t i;

	for (i = 0; i < a->from->sub_cnt; i++) {
		const struct profile_sub *sub = a->from->subs[i];
		char *name = name_of_sub(a, sub);
		struct profile_sub *to = name ? profile_sub(a->m->p, name) : NULL;

		free(name);
		if (!to)
			return -ENOMEM;
		a->subs[sub->id] = to->id;
		add_definition(a, sub, to);
	}
	return 0;
}

static int add_calls(struct adding *a)
{
	const struct profile_call *call;
	int rc = 0;

	for (call = a->from->calls; call && !rc; call = call->hh.next) {
		const struct call_id id = { .callee = a->subs[call->id.callee],
					    .caller = a->subs[call->id.caller],
					    .fid = a->fids[call->id.fid],
					    .line = call->id.line };

		rc = profile_add_call(a->m->p, &id, &call->counts);
	}
	return rc ?: call_tree_merge(&a->m->p->call_tree, &a->from->call_tree, a->subs);
}

static int add_waits(struct adding *a)
{
	const struct profile_wait *wait;
	size_t i;
	int rc = 0;

	for (i = 0; i < a->from->sub_cnt; i++)
		profile_add_sub_wait(a->m->p, a->subs[i], a->from->subs[i]->wait_incl_ns);
	for (wait = a->from->waits.waits; wait && !rc; wait = wait->hh.next) {
		const struct wait_place at = { .fid = a->fids[wait->id.fid],
					       .line = wait->id.line,
					       .sub = wait->id.fid ? a->subs[wait->id.sub] : 0,
					       .reason = profile_wait_reason(a->from, wait),
					       .object = profile_wait_object(a->from, wait) };

		rc = profile_add_wait(a->m->p, &at, &wait->sum);
	}
	return rc;
}

static int add_sqls(struct adding *a)
{
	const struct profile_sql *row;
	int rc = 0;

	for (row = a->m->no_sqls ? NULL : a->from->sqls.rows; row && !rc; row = row->hh.next) {
		const struct sql_place_in at = { .fid = a->fids[row->id.fid],
						 .line = row->id.line,
						 .sub = row->id.fid ? a->subs[row->id.sub] : 0 };

		rc = profile_add_sql(a->m->p, &at, profile_sql_text(a->from, row), &row->sum);
	}
	return rc;
}

static int add_kevent(struct adding *a, const struct profile_kevent *row, const uint32_t *stacks)
{
	const struct kevent_in in = { .fid = a->fids[row->id.fid],
				      .line = row->id.line,
				      .sub = row->id.where == KEVENT_AT_SUB ? a->subs[row->id.sub] :
									      0,
				      .where = (enum kevent_where)row->id.where,
				      .stack = stacks[row->id.stack],
				      .event = profile_kevent_event(a->from, row),
				      .detail = profile_kevent_detail(a->from, row) };

	return profile_add_kevent(a->m->p, &in, &row->sum);
}

static int add_kevents(struct adding *a)
{
	const struct profile_kevents *from = &a->from->kevents;
	uint32_t *stacks = calloc(from->stack_cnt + 1ul, sizeof(*stacks)), i;
	const struct profile_kevent *row;
	int rc = stacks ? 0 : -ENOMEM;

	for (i = 0; i < from->stack_cnt && !rc; i++) {
		const struct kevent_stack_id *id = &from->stacks_by_nr[i]->id;

		rc = profile_kevent_stack(a->m->p, stacks[id->up], a->subs[id->sub],
					  &stacks[i + 1]);
	}
	for (row = from->rows; row && !rc; row = row->hh.next)
		rc = add_kevent(a, row, stacks);
	free(stacks);
	return rc;
}

/* ----------------------------------------------------------------- attributes */

static int add_application(struct merge *m, const char *name)
{
	unsigned i;

	for (i = 0; i < m->application_cnt; i++) {
		if (!strcmp(m->applications[i].name, name)) {
			m->applications[i].runs++;
			return 0;
		}
	}
	if (i == APPLICATIONS_MAX) {
		m->other_runs++;
		return 0;
	}
	m->applications[i].name = strdup(name);
	m->applications[i].runs = 1;
	return m->applications[i].name ? (m->application_cnt++, 0) : -ENOMEM;
}

/* What counts something, such as what was lost. */
static bool adds_up(const char *key)
{
	return !strncmp(key, "agent_lost", 10) || !strcmp(key, "agent_merged_evals") ||
	       !strcmp(key, "agent_waited_us") || !strcmp(key, "agent_waiting_us") ||
	       !strcmp(key, "agent_interpreters") ||
	       !strncmp(key, PROFILE_TICKS_IN, strlen(PROFILE_TICKS_IN)) ||
	       !strcmp(key, "agent_wall_us") || !strcmp(key, "agent_below_zero_us");
}

/* What is said of one process only. */
static bool is_of_process(const char *key)
{
	return !strcmp(key, "agent_pid") || !strcmp(key, "agent_top_sub");
}

static int add_attr(struct merge *m, const char *key, const char *value)
{
	const char *there = profile_attr(m->p, key);

	if (is_of_process(key))
		return 0;
	if (!there)
		return profile_set_attr(m->p, key, "%s", value);
	if (adds_up(key))
		return profile_set_attr(m->p, key, "%llu",
					strtoull(there, NULL, 10) + strtoull(value, NULL, 10));
	return 0;
}

static int add_attrs(struct adding *a)
{
	struct merge *m = a->m;
	const struct profile *from = a->from;
	size_t i;
	int rc = 0;

	for (i = 0; i < from->attr_cnt && !rc; i++) {
		const struct profile_attr *attr = &from->attrs[i];

		if (!strcmp(attr->key, "application"))
			rc = add_application(m, attr->value);
		else if (!strcmp(attr->key, "cumulative_overhead_ticks"))
			m->overhead +=
				strtod(attr->value, NULL) / (double)(from->ticks_per_sec ?: 1);
		else if (strcmp(attr->key, "basetime") != 0) /* the first's, as the start is */
			rc = add_attr(m, attr->key, attr->value);
	}
	for (i = 0; i < from->option_cnt && !rc && !m->runs; i++)
		rc = profile_set_option(m->p, from->options[i].key, "%s", from->options[i].value);
	return rc;
}

/* As nytprofmerge has it: "a.pl (3 runs), b.pl and c.pl". */
static int set_application(const struct merge *m)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	unsigned i;
	int rc;

	for (i = 0; out && i < m->application_cnt; i++) {
		const struct application *app = &m->applications[i];

		fputs(i ? (i + 1 == m->application_cnt && !m->other_runs ? " and " : ", ") : "",
		      out);
		fputs(app->name, out);
		if (app->runs > 1)
			fprintf(out, " (%u runs)", app->runs);
	}
	if (out && m->other_runs)
		fprintf(out, " and others (%u runs)", m->other_runs);
	if (!out || fclose(out)) {
		free(text);
		return -ENOMEM;
	}
	rc = len ? profile_set_attr(m->p, "application", "%s", text) : 0;
	free(text);
	return rc;
}

/* ------------------------------------------------------------------------ all */

static int add_all(struct adding *a)
{
	int rc = add_files(a);

	rc = rc ?: add_subs(a);
	rc = rc ?: add_calls(a);
	rc = rc ?: add_waits(a);
	rc = rc ?: add_sqls(a);
	rc = rc ?: add_kevents(a);
	return rc ?: add_attrs(a);
}

int merge_add(struct merge *m, struct profile *from)
{
	struct adding a = { .m = m, .from = from };
	struct profile *p = m->p;
	int rc = -ENOMEM;

	a.fids = calloc(from->file_cnt + 1, sizeof(*a.fids));
	a.subs = calloc(from->sub_cnt + 1, sizeof(*a.subs));
	if (a.fids && a.subs)
		rc = add_all(&a);
	free(a.fids);
	free(a.subs);
	m->incomplete += rc != 0;
	if (!m->runs || from->start < p->start) {
		p->start = from->start;
		p->pid = from->pid;
		p->ppid = from->ppid;
	}
	m->duration += from->end > from->start ? from->end - from->start : 0;
	m->runs++;
	return rc;
}

struct profile *merge_profile(struct merge *m)
{
	struct profile *p = m->p;
	int rc = set_application(m);

	p->end = p->start + m->duration;
	rc = rc ?: profile_set_attr(p, "basetime", "%.0f", p->start > 0 ? floor(p->start) : 0);
	rc = rc	   ?:
		     profile_set_attr(p, "cumulative_overhead_ticks", "%.0f",
				      m->overhead * (double)p->ticks_per_sec);
	rc = rc ?: profile_set_attr(p, "agent_merged_profiles", "%u", m->runs);
	if (m->incomplete)
		rc = rc ?: profile_set_attr(p, "agent_lost_MERGE", "%u", m->incomplete);
	return rc ? NULL : p;
}

unsigned merge_runs(const struct merge *m)
{
	return m->runs;
}

size_t merge_size(const struct merge *m)
{
	const struct profile *p = m->p;
	size_t size = sizeof(*m) + p->sub_cnt * (sizeof(struct profile_sub) + 64) +
		      HASH_COUNT(p->calls) * (sizeof(struct profile_call) + 16) +
		      call_tree_cnt(&p->call_tree) * (sizeof(struct call_node) + 16) +
		      HASH_COUNT(p->waits.waits) * (sizeof(struct profile_wait) + 16) +
		      p->waits.text_cnt * (sizeof(struct wait_text) + 64) + p->sqls.bytes +
		      HASH_COUNT(p->kevents.rows) * (sizeof(struct profile_kevent) + 16) +
		      p->kevents.stack_cnt * (sizeof(struct kevent_stack) + 24),
	       i;

	for (i = 0; i < p->file_cnt; i++) {
		const struct profile_file *file = p->files[i];

		size += sizeof(*file) + 128 + file->source_len +
			file->page_cnt * (sizeof(*file->pages) +
					  PAGE_LINES * sizeof(*file->pages->lines) + 16) +
			HASH_COUNT(file->blocks) * (sizeof(*file->blocks) + 16);
	}
	return size;
}
