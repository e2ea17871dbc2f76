// SPDX-License-Identifier: GPL-2.0-or-later
/* Source text for profiles: asks workers for it, some files at a time. */
#include "source.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "drain/creds.h"
#include "drain/source_job.h"
#include "drain/tracee.h"
#include "profile/profile.h"
#include "util/cleanup.h"

/* A request, and whose names are in it. */
struct batch {
	char request[SANDBOX_REQUEST];
	size_t len;
	struct profile_file *files[SOURCE_FILES];
	size_t cnt;
};

static void begin_batch(struct batch *b)
{
	b->len = sizeof(struct source_request);
	b->cnt = 0;
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

static bool set_source(struct profile_file *file, const struct sandbox_answer *answer, size_t *at,
		       time_t *mtime)
{
	struct source_answer head;
	const void *next = sandbox_answer_next(answer, at, sizeof(head));
	const char *text;

	if (!next)
		return false;
	memcpy(&head, next, sizeof(head));
	text = head.len < 0 ? NULL : sandbox_answer_next(answer, at, (size_t)head.len);
	*mtime = head.mtime;
	return text && !profile_set_source(file, text, (size_t)head.len);
}

/* What came before a file that holds the worker up is there. */
static void take_answer(struct batch *b, const struct sandbox_answer *answer, double process_start,
			struct source_report *report)
{
	size_t at = 0, i;
	time_t mtime;

	for (i = 0; i < b->cnt; i++) {
		if (!set_source(b->files[i], answer, &at, &mtime)) {
			b->files[i]->flags &= ~FILE_HAS_SRC;
			report->missing++;
			continue;
		}
		report->embedded++;
		report->bytes += b->files[i]->source_len;
		/* One from the future says no more than that the clock was set back. */
		report->modified += (double)mtime > process_start && mtime <= time(NULL);
	}
}

/* Whose files held a worker up is not waited for again. */
static void read_batch(const struct tracee *t, struct batch *b, double process_start,
		       struct source_report *report)
{
	struct source_request *request = (void *)b->request;
	struct sandbox_answer answer = {};

	if (!b->cnt)
		return;
	*request = (struct source_request){ .creds = t->creds,
					    .room = EMBEDDED_MAX - report->bytes,
					    .cnt = (uint32_t)b->cnt };
	if (!report->stuck && creds_are_plain(&t->creds))
		report->stuck = sandbox_run(&source_task, t->creds.uid[0], b->request, b->len,
					    &t->root, 1, &answer) == -ETIMEDOUT;
	take_answer(b, &answer, process_start, report);
	sandbox_answer_release(&answer);
	begin_batch(b);
}

void source_embed(struct tracee *t, double process_start, struct source_report *report)
{
	struct batch *b __cleanup(free_ptr) = malloc(sizeof(*b));
	size_t i;

	memset(report, 0, sizeof(*report));
	if (t->root < 0 || !b)
		return;
	begin_batch(b);
	for (i = 0; i < t->profile->file_cnt; i++) {
		struct profile_file *file = t->profile->files[i];

		if (file->eval_fid || file->name[0] != '/' || file->flags & FILE_FAKE)
			continue;
		if (!has_room(b, file->name))
			read_batch(t, b, process_start, report);
		add_name(b, file);
	}
	read_batch(t, b, process_start, report);
}

char *source_of_stdin(const struct tracee *t, const struct interp *in, long own_from)
{
	const struct stdin_request request = {
		.creds = t->creds, .id = in->stdin_id, .own_from = own_from, .tgid = t->tgid
	};
	const int own = STDIN_FILENO;
	struct sandbox_answer answer;
	struct source_answer head;
	const void *next, *text = NULL;
	size_t at = 0;
	char *copy = NULL;

	sandbox_run(&stdin_task, t->creds.uid[0], &request, sizeof(request), &own, own_from >= 0,
		    &answer);
	next = sandbox_answer_next(&answer, &at, sizeof(head));
	if (next) {
		memcpy(&head, next, sizeof(head));
		text = head.len < 0 ? NULL : sandbox_answer_next(&answer, &at, (size_t)head.len);
	}
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
