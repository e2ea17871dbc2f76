// SPDX-License-Identifier: GPL-2.0-or-later
/* What a walk finds, as records from the worker to the agent, which trusts none of them. */
#include "inspect/stash_job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "evals/evals.h"
#include "inspect/memory.h"
#include "inspect/memory_subs.h"
#include "perl/utf8.h"
#include "sandbox/sandbox.h"
#include "util/cleanup.h"
#include "util/clock.h"

#define LIMIT_MS   3000 /* the walk itself ends before that, unless a read does not return */
#define MEMORY_MAX (512u << 20)
#define ANSWER_MAX (64u << 20)
#define LAST_ROOM  4096 /* for all but the subs */
#define WHY_MAX	   64

/* An answer: when the memory was opened, subs, and a record with .end and the report. */
struct record {
	uint32_t end;
	uint32_t line;
	uint32_t last;
	uint32_t flags;
	uint32_t eval;
	uint32_t seq;
	uint64_t cop;
	uint32_t len[3]; /* of package, name and file, with their NULs; 0: none */
	uint32_t pad;
};

struct last_record {
	uint32_t stashes;
	uint32_t entries;
	uint64_t ns;
	uint32_t cut;
	char why[WHY_MAX];
};

/* ------------------------------------------------------------------------ the worker */

static int open_memory(struct sandbox_worker *w)
{
	const struct stash_request *r = w->request;
	uint64_t now;

	if (w->len != sizeof(*r))
		return -EINVAL;
	w->state = memory_open(r->pid);
	if (!w->state)
		return -errno;
	now = clock_ns(r->clock);
	return sandbox_say(w, &now, sizeof(now)) ?: sandbox_flush(w);
}

/* Leaves room for the last record. */
struct speaker {
	struct sandbox_worker *w;
	size_t said;
};

static int say_sub(void *arg, const struct found_sub *sub, uint64_t cop, uint32_t seq)
{
	const char *texts[3] = { sub->pkg, sub->name, sub->file };
	struct record record = { .line = sub->line,
				 .last = sub->last,
				 .flags = sub->flags,
				 .eval = sub->eval,
				 .seq = seq,
				 .cop = cop };
	struct speaker *to = arg;
	int rc, i;

	to->said += sizeof(record);
	for (i = 0; i < 3; i++) {
		record.len[i] = texts[i] ? (uint32_t)strlen(texts[i]) + 1 : 0;
		to->said += record.len[i];
	}
	if (to->said > ANSWER_MAX - LAST_ROOM)
		return -ENOSPC;
	rc = sandbox_say(to->w, &record, sizeof(record));
	for (i = 0; i < 3 && !rc; i++)
		rc = record.len[i] ? sandbox_say(to->w, texts[i], record.len[i]) : 0;
	return rc;
}

static int walk(struct sandbox_worker *w)
{
	const struct stash_request *r = w->request;
	struct speaker to = { .w = w };
	const struct stash_walk how = { .mem = w->state,
					.layout = &r->layout,
					.base = r->base,
					.interp = r->interp,
					.limit_ns = r->limit_ns,
					.add = say_sub,
					.arg = &to };
	struct memory_subs *texts = memory_subs_new(NULL);
	const struct record end = { .end = 1 };
	struct last_record last = {};
	struct stash_report report;
	int rc = texts ? stash_walk(&how, texts, &report) : -ENOMEM;

	if (!texts)
		return rc;
	last.stashes = report.stashes;
	last.entries = report.entries;
	last.ns = report.ns;
	last.cut = report.cut;
	strncpy(last.why, report.why ?: "", WHY_MAX - 1);
	return sandbox_say(w, &end, sizeof(end)) ?: sandbox_say(w, &last, sizeof(last)) ?: rc;
}

/* ------------------------------------------------------------------------- the agent */

static const struct sandbox_task task = {
	.name = "nytprof-subs",
	.open = open_memory,
	.work = walk,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = ANSWER_MAX,
};

struct sandbox_job *stash_job_start(const struct stash_request *request, uid_t owner)
{
	return sandbox_start(&task, owner, request, sizeof(*request), NULL, 0);
}

bool stash_job_take(struct sandbox_job *job, struct stash_result *result)
{
	struct sandbox_answer *a = calloc(1, sizeof(*a));
	size_t at = 0;

	if (!a || !sandbox_take(job, a)) {
		free(a);
		return false;
	}
	*result = (struct stash_result){ .rc = a->rc, .subs = a };
	sandbox_answer_copy(a, &at, &result->opened_ns, sizeof(result->opened_ns));
	return true;
}

void stash_result_release(struct stash_result *result)
{
	if (result->subs)
		sandbox_answer_release(result->subs);
	free(result->subs);
	*result = (struct stash_result){};
}

/* NULL: none, or it is no text. */
static const char *take_text(const struct sandbox_answer *a, size_t *at, uint32_t len)
{
	const char *text = len ? sandbox_answer_next(a, at, len) : NULL;

	return text && memchr(text, '\0', len) == text + len - 1 ? text : NULL;
}

static int keep_text(struct memory_subs *memory_subs, const char *text, const char **kept)
{
	*kept = text ? memory_subs_text(memory_subs, text) : NULL;
	return text && !*kept ? -ENOMEM : 0;
}

static int add_sub(const struct record *r, const char *const texts[3],
		   struct memory_subs *memory_subs, uint32_t interp)
{
	struct found_sub sub = { .line = r->line,
				 .last = r->last,
				 .flags = r->flags & (SUB_ANON | SUB_LEXICAL | SUB_STMTS),
				 .eval = r->eval,
				 .interp = r->eval ? interp : 0,
				 .eval_file = EVAL_NO_FILE };
	int rc;

	if (!texts[1] || !utf8_is(texts[1]) || (texts[0] && !utf8_is(texts[0])) || !r->line ||
	    (!texts[2] && !(r->eval & FILE_EVAL)))
		return 0;
	rc = keep_text(memory_subs, texts[0], &sub.pkg);
	rc = rc ?: keep_text(memory_subs, texts[1], &sub.name);
	rc = rc ?: keep_text(memory_subs, r->eval ? NULL : texts[2], &sub.file);
	return rc ?: memory_subs_add(memory_subs, &sub);
}

static bool take_last(const struct sandbox_answer *a, size_t *at, struct stash_report *report)
{
	static const char *const unknown = "the worker gave no reason";
	struct last_record last;

	if (!sandbox_answer_copy(a, at, &last, sizeof(last)))
		return false;
	report->stashes = last.stashes;
	report->entries = last.entries;
	report->ns = last.ns;
	report->cut = last.cut != 0;
	report->why = stash_why(last.why) ?: unknown;
	return true;
}

int stash_job_add(struct stash_result *result, struct memory_subs *memory_subs, uint32_t interp,
		  bool (*seen)(void *arg, uint64_t cop, uint32_t seq, struct sub_lines *lines),
		  void *arg)
{
	const struct sandbox_answer *a = result->subs;
	size_t at = sizeof(result->opened_ns);
	struct sub_lines lines;
	struct record r;
	int rc = 0, i;

	while (!rc && sandbox_answer_copy(a, &at, &r, sizeof(r))) {
		const char *texts[3];

		if (r.end)
			return take_last(a, &at, &result->report) ? 0 : -EPROTO;
		for (i = 0; i < 3; i++)
			texts[i] = take_text(a, &at, r.len[i]);
		r.flags |= SUB_STMTS;
		if (seen && seen(arg, r.cop, r.seq, &lines)) {
			r.flags &= ~(uint32_t)SUB_STMTS;
			r.line = lines.first;
			r.last = lines.last;
		}
		rc = add_sub(&r, texts, memory_subs, interp);
		result->report.subs += !rc;
	}
	return rc ?: -EPROTO; /* it was cut short */
}
