// SPDX-License-Identifier: GPL-2.0-or-later
/* Source text for profiles: asks workers for it, some files at a time. */
#include "source/source.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "profile/profile.h"
#include "rights/creds.h"
#include "source/named_source.h"
#include "source/source_job.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"

/* A request, and whose names are in it. */
struct batch {
	char request[SANDBOX_REQUEST];
	size_t len;
	struct profile_file *files[SOURCE_FILES];
	size_t cnt;
	uint32_t script; /* see struct source_request */
};

struct embedding {
	struct tracee *t;
	double process_start;
	int64_t code_start; /* ns since the epoch, see struct tracee; 0: not known */
	struct source_report *report;
	struct batch batch;
	uint8_t lacks[]; /* enum source_lack, by fid */
};

static void begin_batch(struct batch *b)
{
	b->len = sizeof(struct source_request);
	b->cnt = b->script = 0;
}

static bool has_room(const struct batch *b, const char *name)
{
	return b->cnt < SOURCE_FILES && strlen(name) + 1 <= sizeof(b->request) - b->len;
}

static void add_name(struct batch *b, struct profile_file *file)
{
	size_t len = strlen(file->name) + 1;

	memcpy(b->request + b->len, file->name, len);
	b->len += len;
	b->files[b->cnt++] = file;
}

static enum source_lack lack_of(int error)
{
	switch (error) {
	case ENOENT:
	case ENOTDIR:
	case ENAMETOOLONG:
		return LACK_FILE;
	case EACCES:
	case EPERM:
		return LACK_RIGHTS;
	case EFBIG:
	case ENOMEM:
		return LACK_ROOM;
	default:
		return LACK_KIND;
	}
}

static enum source_lack set_source(struct embedding *e, struct profile_file *file,
				   const struct source_answer *head, const char *text)
{
	if (!text)
		return lack_of((int)-head->len);
	if (profile_set_source(file, text, (size_t)head->len))
		return LACK_ROOM;
	e->report->bytes += file->source_len;
	/* One from the future says no more than that the clock was set back. */
	e->report->modified += (double)head->mtime > e->process_start && head->mtime <= time(NULL);
	file->flags |= head->is_pmc ? FILE_IS_PMC : 0;
	file->source_doubtful = head->changed_ns >= e->code_start;
	return LACK_NOTHING;
}

/* What came before a file that holds the worker up is there.  rest: why the others are not. */
static void take_answer(struct embedding *e, const struct sandbox_answer *answer,
			enum source_lack rest)
{
	struct batch *b = &e->batch;
	struct source_answer head;
	const void *text;
	size_t at = 0, i;

	for (i = 0; i < b->cnt; i++) {
		if (!sandbox_answer_copy(answer, &at, &head, sizeof(head))) {
			e->lacks[b->files[i]->fid] = rest;
			continue;
		}
		text = head.len < 0 ? NULL : sandbox_answer_next(answer, &at, (size_t)head.len);
		e->lacks[b->files[i]->fid] = set_source(e, b->files[i], &head, text);
	}
}

/* Why nothing is to be read for it at all. */
static enum source_lack lack_of_all(const struct embedding *e)
{
	if (e->t->root < 0)
		return LACK_ROOT;
	if (!creds_are_plain(&e->t->creds))
		return LACK_MIXED;
	return e->report->stuck ? LACK_ANSWER : LACK_NOTHING;
}

/* Whose files held a worker up is not waited for again. */
static void read_batch(struct embedding *e)
{
	enum source_lack rest = lack_of_all(e);
	struct source_request *request = (void *)e->batch.request;
	struct sandbox_answer answer = {};
	const struct tracee *t = e->t;

	if (!e->batch.cnt)
		return;
	*request = (struct source_request){ .creds = t->creds,
					    .room = EMBEDDED_MAX - e->report->bytes,
					    .cnt = (uint32_t)e->batch.cnt,
					    .script = e->batch.script };
	if (!rest)
		e->report->stuck = sandbox_run(&source_task, t->creds.uid[0], e->batch.request,
					       e->batch.len, &t->root, 1, &answer) == -ETIMEDOUT;
	take_answer(e, &answer, rest ?: e->report->stuck ? LACK_ANSWER : LACK_AGENT);
	sandbox_answer_release(&answer);
	begin_batch(&e->batch);
}

static bool is_file(const struct profile_file *file)
{
	return !file->eval_fid && !file->alias_of && file->name[0] == '/' &&
	       !(file->flags & FILE_FAKE);
}

static void read_files(struct embedding *e)
{
	size_t i;

	begin_batch(&e->batch);
	for (i = 0; i < e->t->profile->file_cnt; i++) {
		struct profile_file *file = e->t->profile->files[i];

		if (!is_file(file))
			continue;
		if (!has_room(&e->batch, file->name))
			read_batch(e);
		add_name(&e->batch, file);
		if (file->fid == e->t->profile->main_fid)
			e->batch.script = (uint32_t)e->batch.cnt;
	}
	read_batch(e);
}

/* /loader/0xADDRESS/NAME (pp_ctl.c, S_require_file, 5.36). */
static bool is_of_hook(const char *name)
{
	return !strncmp(name, "/loader/0x", 10);
}

static void count(struct embedding *e)
{
	struct source_report *report = e->report;
	size_t i;

	for (i = 0; i < e->t->profile->file_cnt; i++) {
		struct profile_file *file = e->t->profile->files[i];
		enum source_lack lack = e->lacks[file->fid];

		report->embedded += !lack && file->source && file->name[0] == '/';
		if (!lack || file->source)
			continue;
		file->flags &= ~FILE_HAS_SRC;
		if (lack == LACK_FILE && is_of_hook(file->name))
			lack = LACK_HOOK;
		report->missing++;
		if (!report->lacking[lack]++)
			report->lacks[lack] = file->name;
	}
}

/* The file exists, or its file system never said that it does not. */
static bool is_there(enum source_lack lack)
{
	return lack == LACK_RIGHTS || lack == LACK_KIND || lack == LACK_ROOM || lack == LACK_ANSWER;
}

/* A file that exists has its own source, not what a #line claims. */
static int find_named(struct embedding *e)
{
	uint32_t cnt = (uint32_t)e->t->profile->file_cnt, fid;
	enum named_source *files __cleanup(free_ptr) = calloc(cnt + 1ul, sizeof(*files));
	int rc;

	if (!files)
		return -ENOMEM;
	for (fid = 1; fid <= cnt; fid++) {
		if (!is_there(e->lacks[fid]))
			files[fid] = NAMED_WANTED;
	}
	rc = named_source_find(e->t, files, &e->report->bytes, EMBEDDED_MAX);
	for (fid = 1; fid <= cnt; fid++) {
		if (files[fid] == NAMED_NO_ROOM)
			e->lacks[fid] = LACK_ROOM;
	}
	return rc;
}

static int64_t code_start(const struct tracee *t)
{
	uint64_t now = clock_ns(CLOCK_BOOTTIME);

	if (!t->code_start || t->code_start > now)
		return 0;
	return (int64_t)(clock_ns(CLOCK_REALTIME) - (now - t->code_start));
}

int source_embed(struct tracee *t, double process_start, struct source_report *report)
{
	struct embedding *e __cleanup(free_ptr) = calloc(1, sizeof(*e) + t->profile->file_cnt + 1);
	int rc;

	memset(report, 0, sizeof(*report));
	if (!e)
		return -ENOMEM;
	e->t = t;
	e->process_start = process_start;
	e->code_start = code_start(t);
	e->report = report;
	read_files(e);
	rc = find_named(e);
	count(e);
	return rc;
}

bool source_read(struct tracee *t, struct profile_file *file)
{
	struct embedding *e __cleanup(free_ptr) = calloc(1, sizeof(*e) + t->profile->file_cnt + 1);
	struct source_report report = {};

	if (!e || !is_file(file))
		return false;
	e->t = t;
	e->code_start = code_start(t);
	e->report = &report;
	begin_batch(&e->batch);
	add_name(&e->batch, file);
	e->batch.script = file->fid == t->profile->main_fid;
	read_batch(e);
	return file->source != NULL;
}

const char *source_lack_text(enum source_lack lack)
{
	static const char *const texts[LACK_CNT] = {
		[LACK_FILE] = "there is no file of that name",
		[LACK_HOOK] = "it comes from a sub in @INC, not from a file",
		[LACK_RIGHTS] = "the process has no right to read it",
		[LACK_KIND] = "it is no regular file",
		[LACK_ROOM] = "a file has more than 32 MB, or all files together have more "
			      "than 64 MB",
		[LACK_ANSWER] = "a file system did not answer in time",
		[LACK_MIXED] = "the process has the ids of several users, or its rights are "
			       "unknown",
		[LACK_ROOT] = "the root directory of the process is not known",
		[LACK_AGENT] = "the agent could not take on the rights of the process",
	};

	return texts[lack];
}

char *source_of_stdin(const struct tracee *t, const struct interp *in, long own_from)
{
	const struct stdin_request request = {
		.creds = t->creds, .id = in->stdin_id, .own_from = own_from, .tgid = t->tgid
	};
	const int own = STDIN_FILENO;
	struct sandbox_answer answer;
	struct source_answer head;
	const void *text = NULL;
	size_t at = 0;
	char *copy = NULL;

	sandbox_run(&stdin_task, t->creds.uid[0], &request, sizeof(request), &own, own_from >= 0,
		    &answer);
	if (sandbox_answer_copy(&answer, &at, &head, sizeof(head)) && head.len >= 0)
		text = sandbox_answer_next(&answer, &at, (size_t)head.len);
	if (text)
		copy = strndup(text, (size_t)head.len);
	sandbox_answer_release(&answer);
	return copy;
}

void source_drop(struct tracee *t)
{
	size_t i;

	for (i = 0; i < t->profile->file_cnt; i++)
		profile_drop_source(t->profile->files[i]);
}
