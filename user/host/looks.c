// SPDX-License-Identifier: GPL-2.0-or-later
/* Jobs by file; what they find out is for the census. */
#include "host/looks.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <utlist.h>

#include "sandbox/sandbox.h"
#include "target/maps.h"
#include "util/cleanup.h"

#define ASKERS_MAX 1024 /* of a file; the others are met again by the next sweep */
#define WAIT_MS	   100

struct asked {
	struct mapped_file file; /* .path is its own */
	struct sandbox_job *job; /* NULL: it waits for others */
	struct asker *askers;
	size_t asker_cnt;
	struct asked *next;
	struct asked *prev;
};

struct looks {
	int epoll;
	struct asked *asked;
};

struct looks *looks_new(void)
{
	struct looks *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (l->epoll >= 0)
		return l;
	free(l);
	return NULL;
}

static void asked_free(struct asked *a)
{
	if (!a)
		return;
	sandbox_give_up(a->job);
	free((char *)a->file.path);
	free(a->askers);
	free(a);
}

void looks_free(struct looks *l)
{
	struct asked *a, *next;

	if (!l)
		return;
	DL_FOREACH_SAFE(l->asked, a, next)
	{
		DL_DELETE(l->asked, a);
		asked_free(a);
	}
	close_fd(&l->epoll);
	free(l);
}

int looks_fd(const struct looks *l)
{
	return l->epoll;
}

/* ----------------------------------------------------------------------------- ask */

static struct asked *find(const struct looks *l, const struct mapped_file *file)
{
	struct asked *a;

	DL_FOREACH(l->asked, a) {
		if (a->file.ino == file->ino && a->file.dev == file->dev)
			return a;
	}
	return NULL;
}

/* -EAGAIN: there are enough of them for now. */
static int begin(struct looks *l, struct asked *a)
{
	struct epoll_event ev = { .events = EPOLLIN };

	a->job = look_start(&a->file, NULL);
	if (!a->job)
		return -errno;
	ev.data.fd = sandbox_job_fd(a->job);
	epoll_ctl(l->epoll, EPOLL_CTL_ADD, ev.data.fd, &ev);
	return 0;
}

static int join(struct asked *a, const struct asker *asker)
{
	struct asker *more;

	if (a->asker_cnt == ASKERS_MAX)
		return 0;
	more = reallocarray(a->askers, a->asker_cnt + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	a->askers = more;
	more[a->asker_cnt++] = *asker;
	return 0;
}

int looks_ask(struct looks *l, const struct mapped_file *file, const struct asker *asker)
{
	struct asked *a = find(l, file);
	int rc;

	if (a)
		return join(a, asker);
	a = calloc(1, sizeof(*a));
	if (!a)
		return -ENOMEM;
	a->file = *file;
	a->file.path = strdup(file->path);
	rc = a->file.path ? join(a, asker) : -ENOMEM;
	rc = rc ?: begin(l, a);
	if (rc && rc != -EAGAIN) {
		asked_free(a);
		return rc;
	}
	DL_APPEND(l->asked, a);
	return 0;
}

/* --------------------------------------------------------------------------- answers */

static void begin_waiting(struct looks *l)
{
	struct asked *a;

	DL_FOREACH(l->asked, a) {
		if (!a->job && begin(l, a) == -EAGAIN)
			return;
	}
}

/* One whose look is over, or will not begin. */
static struct asked *next_done(struct looks *l, struct looked *what)
{
	struct asked *a;
	int fd;

	DL_FOREACH(l->asked, a) {
		what->rc = 1;
		fd = a->job ? sandbox_job_fd(a->job) : -1;
		if (a->job)
			what->rc = look_take(a->job, a->file.path, &what->look, &what->err);
		else if (!sandbox_allows(proc_owner(a->file.pid)) && errno == EBUSY)
			what->rc = -EBUSY;
		if (what->rc > 0)
			continue;
		/* The socket of a worker that hangs stays open, and would always be readable. */
		epoll_ctl(l->epoll, EPOLL_CTL_DEL, fd, NULL);
		a->job = NULL;
		return a;
	}
	return NULL;
}

void looks_take(struct looks *l, void (*done)(struct looked *what, void *arg), void *arg)
{
	struct looked what = {};
	struct asked *a;

	while ((a = next_done(l, &what))) {
		DL_DELETE(l->asked, a);
		begin_waiting(l);
		what.file = &a->file;
		what.askers = a->askers;
		what.asker_cnt = a->asker_cnt;
		done(&what, arg);
		look_release(&what.look);
		asked_free(a);
	}
}

void looks_finish(struct looks *l, void (*done)(struct looked *what, void *arg), void *arg)
{
	struct pollfd some = { .fd = l->epoll, .events = POLLIN };

	while (l->asked) {
		poll(&some, 1, WAIT_MS);
		looks_take(l, done, arg);
	}
}
