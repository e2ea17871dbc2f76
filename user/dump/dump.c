// SPDX-License-Identifier: GPL-2.0-or-later
/* Asks a worker for a process's stacks, and checks what it says. */
#include "dump/dump.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump/answer.h"
#include "target/maps.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

#define LIMIT_MS   5000 /* of a machine that has other work; a dump takes some milliseconds */
#define MEMORY_MAX (1u << 30)
#define ANSWER_MAX (128u << 20)

static const struct sandbox_task task = {
	.name = "nytprof-dump",
	.open = dump_open,
	.work = dump_work,
	.limit_ms = LIMIT_MS,
	.memory_max = MEMORY_MAX,
	.answer_max = ANSWER_MAX,
};

/* ------------------------------------------------------------------------ request */

int dump_threads(pid_t pid, pid_t *tids, size_t max)
{
	DIR *dir __cleanup(close_dir) = NULL;
	const struct dirent *d;
	char path[64];
	size_t cnt = 0;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	if (!dir)
		return -errno;
	while (cnt < max && (d = readdir(dir))) {
		if (atoi(d->d_name) > 0)
			tids[cnt++] = atoi(d->d_name);
	}
	return (int)cnt;
}

static bool is_likely(const char *path)
{
	const char *name = strrchr(path, '/');

	return strstr(name ?: path, "perl") != NULL;
}

static struct dump_request_file *find_file(struct dump_request *r, const struct mapped_file *m)
{
	uint32_t i;

	for (i = 0; i < r->file_cnt; i++) {
		if (r->files[i].dev == m->dev && r->files[i].ino == m->ino)
			return &r->files[i];
	}
	return NULL;
}

/* A place in the list: those that are likely to be a perl come first, and nothing puts them out. */
static struct dump_request_file *new_file(struct dump_request *r, bool likely)
{
	uint32_t at = r->file_cnt;

	if (likely)
		for (at = 0; at < r->file_cnt && r->files[at].likely; at++)
			;
	if (at == DUMP_FILES_MAX)
		return NULL;
	if (r->file_cnt == DUMP_FILES_MAX)
		r->file_cnt--;
	memmove(&r->files[at + 1], &r->files[at], (r->file_cnt - at) * sizeof(*r->files));
	r->file_cnt++;
	memset(&r->files[at], 0, sizeof(r->files[at]));
	return &r->files[at];
}

/* Mappings come in the order of their addresses: a file's first one before that of its code. */
static void note_mapping(const struct mapped_file *m, void *arg)
{
	struct dump_request *r = arg;
	struct dump_request_file *f = find_file(r, m);

	if (!f) {
		f = new_file(r, is_likely(m->path));
		if (!f)
			return;
		f->likely = is_likely(m->path);
		f->first = m->start;
		f->dev = m->dev;
		f->ino = m->ino;
		snprintf(f->path, sizeof(f->path), "%s", m->path);
	}
	if (m->code && !f->start) {
		f->start = m->start;
		f->end = m->end;
	}
}

static void drop_data_files(struct dump_request *r)
{
	uint32_t i, kept = 0;

	for (i = 0; i < r->file_cnt; i++) {
		if (r->files[i].start)
			r->files[kept++] = r->files[i];
	}
	r->file_cnt = kept;
}

static void add_threads(struct dump_request *r, const struct dump_wish *wish)
{
	size_t i;

	for (i = 0; i < wish->thread_cnt && i < DUMP_THREADS_MAX; i++)
		r->threads[r->thread_cnt++] = (struct dump_request_thread){
			.tid = wish->threads[i].tid,
			.peek = wish->threads[i].addr,
			.peek_len = wish->threads[i].len,
		};
}

/* --------------------------------------------------------------------------- all */

static int say_failed(pid_t pid, int rc, struct error *err)
{
	if (!process_is_alive(pid))
		return error_set(err, ESRCH, "process %d has ended, or there is none", pid);
	if (rc == -ENOENT || rc == -ESRCH)
		return error_set(err, ESRCH, "process %d has ended while it was read", pid);
	if (rc == -EACCES || rc == -EPERM)
		return error_set(err, -rc,
				 "can't look into process %d: %s (needs root, or CAP_SYS_PTRACE)",
				 pid, strerror(-rc));
	if (rc == -EBUSY || rc == -ETIMEDOUT)
		return error_set(err, -rc, "process %d blocks whoever reads it", pid);
	if (rc == -EPIPE)
		return error_set(err, EPIPE, "process %d: reading its memory ended the worker",
				 pid);
	return error_set(err, -rc, "process %d: its stacks can't be read: %s", pid, strerror(-rc));
}

static int say_none(const struct dump *d, pid_t pid, struct error *err)
{
	char comm[32];

	if (!process_is_alive(pid))
		return say_failed(pid, -ESRCH, err);
	process_comm(pid, comm);
	if (d->refused)
		return error_set(err, ENOTSUP, "process %d (%s): %s", pid, comm, d->refused);
	if (d->perl_cnt)
		return error_set(err, ENODATA,
				 "process %d (%s) has mapped %s, but no interpreter is in use", pid,
				 comm, d->perls[0].path);
	return error_set(err, ENOEXEC,
			 "process %d (%s) is not a perl: no file that it has mapped exports "
			 "PL_op_name and PL_ppaddr",
			 pid, comm);
}

static int ask(struct dump *d, const struct dump_request *q, struct error *err)
{
	int rc = sandbox_run(&task, proc_owner(q->pid), q, sizeof(*q), NULL, 0, d->answer);

	rc = rc ?: dump_answer_take(d, q);
	if (rc)
		return say_failed(q->pid, rc, err);
	return d->interp_cnt ? 0 : say_none(d, q->pid, err);
}

int dump_take(struct dump *d, const struct dump_wish *wish, struct error *err)
{
	struct dump_request *q __cleanup(free_ptr) = calloc(1, sizeof(*q));
	uint64_t begun = mono_ns();
	int rc;

	*d = (struct dump){ .answer = calloc(1, sizeof(*d->answer)),
			    .peeks = calloc(wish->thread_cnt + 1, sizeof(*d->peeks)) };
	if (!q || !d->answer || !d->peeks)
		return error_set(err, ENOMEM, "out of memory");
	q->pid = wish->pid;
	q->locals = wish->locals;
	q->values = wish->values;
	add_threads(q, wish);
	rc = maps_each(&wish->pid, 1, false, note_mapping, q);
	if (rc)
		return say_failed(wish->pid, rc, err);
	drop_data_files(q);
	rc = ask(d, q, err);
	d->took_ns = mono_ns() - begun;
	return rc;
}

size_t dump_depth(const struct dump *d, const struct dump_interp *interp)
{
	size_t cnt = interp->frame_cnt;

	return cnt && d->frames[interp->frame + cnt - 1].kind == CALL_MAIN ? cnt - 1 : cnt;
}

void dump_release(struct dump *d)
{
	size_t i;

	for (i = 0; i < d->perl_cnt; i++)
		free(d->perls[i].path);
	if (d->answer && d->answer->data)
		sandbox_answer_release(d->answer);
	free(d->answer);
	free(d->perls);
	free(d->interps);
	free(d->frames);
	free(d->locals);
	free(d->texts);
	free(d->peeks);
	*d = (struct dump){};
}
