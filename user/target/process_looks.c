// SPDX-License-Identifier: GPL-2.0-or-later
/* Jobs of processes; what they find out is for whoever asked. */
#include "target/process_looks.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <utlist.h>

#include "sandbox/sandbox.h"
#include "target/library_file.h"
#include "target/maps.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

#define WAIT_MS 100

struct look {
	struct mapped_file m; /* .path is its own; NULL: what the process has mapped is looked at */
	pid_t pid; /* 0: it executes something else now, or there are many */
	pid_t *many; /* processes, with .many_cnt; NULL: there is one */
	size_t many_cnt;
	struct sandbox_job *job; /* NULL: it waits for others */
	struct look *next;
	struct look *prev;
};

struct process_looks {
	struct process_looks_asker asker;
	enum library_kind kind;
	int epoll;
	bool full; /* there are too many jobs: no other one can begin just now */
	struct look *all;
};

struct process_looks *process_looks_new(enum library_kind kind,
					const struct process_looks_asker *asker)
{
	struct process_looks *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->asker = *asker;
	l->kind = kind;
	l->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (l->epoll >= 0)
		return l;
	free(l);
	return NULL;
}

static void drop(struct process_looks *l, struct look *k)
{
	DL_DELETE(l->all, k);
	free((char *)k->m.path);
	free(k->many);
	free(k);
}

void process_looks_free(struct process_looks *l)
{
	if (!l)
		return;
	while (l->all) {
		sandbox_give_up(l->all->job);
		drop(l, l->all);
	}
	close_fd(&l->epoll);
	free(l);
}

int process_looks_fd(const struct process_looks *l)
{
	return l->epoll;
}

/* ----------------------------------------------------------------------------- ask */

static struct sandbox_job *start(const struct process_looks *l, const struct look *k)
{
	if (k->many)
		return maps_start(k->many, k->many_cnt, true);
	return k->m.path ? library_file_start(l->kind, &k->m) : maps_start(&k->pid, 1, true);
}

/* -errno: as of sandbox_start(). */
static int begin(struct process_looks *l, struct look *k)
{
	struct epoll_event ev = { .events = EPOLLIN };

	if (l->full)
		return -EAGAIN;
	k->job = start(l, k);
	if (!k->job) {
		l->full = errno == EAGAIN;
		return -errno;
	}
	epoll_ctl(l->epoll, EPOLL_CTL_ADD, sandbox_job_fd(k->job), &ev);
	return 0;
}

/* It begins now, or process_looks_take() says why not. Takes over m->path and many. -ENOMEM. */
static int ask(struct process_looks *l, const struct mapped_file *m, pid_t *many, size_t cnt)
{
	struct look *k = calloc(1, sizeof(*k));

	if (!k) {
		free((char *)m->path);
		free(many);
		return -ENOMEM;
	}
	*k = (struct look){ .pid = m->pid, .m = *m, .many = many, .many_cnt = cnt };
	DL_APPEND(l->all, k);
	begin(l, k);
	return 0;
}

int process_looks_ask(struct process_looks *l, pid_t pid)
{
	return ask(l, &(struct mapped_file){ .pid = pid }, NULL, 0);
}

int process_looks_ask_all(struct process_looks *l, const pid_t *pids, size_t cnt)
{
	size_t done, some;
	pid_t *many;
	int rc = 0;

	for (done = 0; done < cnt && !rc; done += some) {
		some = cnt - done < MAPS_BATCH ? cnt - done : MAPS_BATCH;
		many = calloc(some, sizeof(*many));
		if (!many)
			return -ENOMEM;
		memcpy(many, pids + done, some * sizeof(*many));
		rc = ask(l, &(struct mapped_file){}, many, some);
	}
	return rc;
}

/* May one more file be looked at? */
static int check_file(const struct process_looks *l, const struct mapped_file *m)
{
	const struct look *k;
	unsigned files = 0;

	DL_FOREACH(l->all, k) {
		if (!k->m.path || k->pid != m->pid)
			continue;
		if (k->m.ino == m->ino && k->m.dev == m->dev)
			return -EALREADY;
		files++;
	}
	return files < PROCESS_LOOKS_FILES ? 0 : -EDQUOT;
}

int process_looks_ask_file(struct process_looks *l, const struct mapped_file *m)
{
	struct mapped_file own = *m;
	int rc = check_file(l, m);

	if (rc)
		return rc;
	own.path = strdup(m->path);
	return own.path ? ask(l, &own, NULL, 0) : -ENOMEM;
}

bool process_looks_any(const struct process_looks *l, pid_t pid)
{
	const struct look *k;

	DL_FOREACH(l->all, k) {
		if (k->pid == pid)
			return true;
	}
	return false;
}

void process_looks_forget(struct process_looks *l, pid_t pid)
{
	struct look *k, *next;

	DL_FOREACH_SAFE(l->all, k, next)
	{
		if (k->pid != pid)
			continue;
		k->pid = 0;
		if (!k->job)
			drop(l,
			     k); /* or a program that executes others all the time would have many wait */
	}
}

/* --------------------------------------------------------------------------- answers */

struct visit {
	const struct process_looks *l;
	const struct look *look;
};

static void visit_mapping(const struct mapped_file *m, void *arg)
{
	const struct visit *v = arg;

	if (v->look->pid || v->look->many)
		v->l->asker.mapping(v->look->pid ?: m->pid, m, v->l->asker.arg);
}

/* One that waits begins, if it may. As of maps_take(). */
static int go_on(struct process_looks *l, struct look *k)
{
	int rc;

	if (!k->many && !process_is_alive(k->m.pid))
		return -ESRCH;
	rc = begin(l, k);
	return !rc || rc == -EAGAIN ? 1 : rc;
}

/* A worker that hangs has its socket open after its job, too, and that is always readable. */
static void end_job(struct process_looks *l, struct look *k, int fd)
{
	epoll_ctl(l->epoll, EPOLL_CTL_DEL, fd, NULL);
	k->job = NULL;
	l->full = false;
}

/* One of them held the worker up. A user whose other jobs do that isn't looked at. */
static void ask_each(struct process_looks *l, const pid_t *pids, size_t cnt)
{
	size_t i;

	for (i = 0; i < cnt; i++)
		process_looks_ask(l, pids[i]);
}

static void take_mapped(struct process_looks *l, struct look *k)
{
	const int fd = k->job ? sandbox_job_fd(k->job) : -1;
	struct visit v = { .l = l, .look = k };
	const pid_t pid = k->pid;
	int rc = k->job ? maps_take(k->job, visit_mapping, &v) : go_on(l, k);

	if (rc > 0)
		return;
	if (fd >= 0)
		end_job(l, k, fd);
	if (k->many && rc)
		ask_each(l, k->many, k->many_cnt);
	drop(l, k);
	if (pid && l->asker.mapped)
		l->asker.mapped(pid, rc, l->asker.arg);
}

static void take_file(struct process_looks *l, struct look *k)
{
	const int fd = k->job ? sandbox_job_fd(k->job) : -1;
	const bool known = !k->job && l->asker.knows(&k->m, l->asker.arg);
	struct library_file file;
	struct error err = {};
	int rc = known	? 0 :
		 k->job ? library_file_take(k->job, k->m.path, &file, &err) :
			  go_on(l, k);

	if (rc > 0)
		return;
	if (fd >= 0)
		end_job(l, k, fd);
	else if (rc)
		error_set(&err, -rc, "can't read %s: %s", k->m.path, strerror(-rc));
	k->m.pid = k->pid;
	k->pid = 0; /* of which this is no look that goes on */
	l->asker.looked(&k->m, rc || known ? NULL : &file, rc, &err, l->asker.arg);
	drop(l, k);
}

void process_looks_take(struct process_looks *l)
{
	struct look *k, *next;

	l->full = false;
	DL_FOREACH_SAFE(l->all, k, next)
	{
		if (k->m.path)
			take_file(l, k);
		else
			take_mapped(l, k);
	}
}

bool process_looks_finish(struct process_looks *l, int limit_ms)
{
	const uint64_t begun_ns = mono_ns();
	struct pollfd some = { .fd = l->epoll, .events = POLLIN };

	while (l->all) {
		if (limit_ms >= 0 && mono_ns() - begun_ns >= (uint64_t)limit_ms * 1000000)
			return false;
		poll(&some, 1, limit_ms >= 0 && limit_ms < WAIT_MS ? limit_ms : WAIT_MS);
		process_looks_take(l);
	}
	return true;
}
