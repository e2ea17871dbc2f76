// SPDX-License-Identifier: GPL-2.0-or-later
/* epoll and a timer. */
#include "loop.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "util/cleanup.h"

#define READY_MAX 8 /* that are called before the others are asked for again */

struct waiter {
	struct waiter *next;
	void (*ready)(void *arg);
	int (*tick)(void *arg, uint64_t now_ns, struct error *err);
	void *arg;
};

struct loop {
	int epoll;
	int timer;
	struct waiter *fds;
	struct waiter *ticks;
	struct waiter *ends;
};

static struct waiter *waiter_add(struct waiter **list, const struct waiter *model)
{
	struct waiter *w = malloc(sizeof(*w));

	if (!w)
		return NULL;
	*w = *model;
	while (*list)
		list = &(*list)->next;
	return *list = w;
}

static void waiters_free(struct waiter *w)
{
	struct waiter *next;

	for (; w; w = next) {
		next = w->next;
		free(w);
	}
}

struct loop *loop_new(void)
{
	struct loop *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->epoll = epoll_create1(EPOLL_CLOEXEC);
	l->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (l->epoll >= 0 && l->timer >= 0)
		return l;
	loop_free(l);
	return NULL;
}

void loop_free(struct loop *l)
{
	int saved = errno;

	if (!l)
		return;
	close_fd(&l->epoll);
	close_fd(&l->timer);
	waiters_free(l->fds);
	waiters_free(l->ticks);
	waiters_free(l->ends);
	free(l);
	errno = saved;
}

int loop_add_fd(struct loop *l, int fd, void (*ready)(void *arg), void *arg)
{
	struct waiter *w = waiter_add(&l->fds, &(struct waiter){ .ready = ready, .arg = arg });
	struct epoll_event ev = { .events = EPOLLIN, .data.ptr = w };

	if (!w)
		return -ENOMEM;
	return epoll_ctl(l->epoll, EPOLL_CTL_ADD, fd, &ev) ? -errno : 0;
}

int loop_add_tick(struct loop *l, int (*tick)(void *arg, uint64_t now_ns, struct error *err),
		  void *arg)
{
	const struct waiter model = { .tick = tick, .arg = arg };

	return waiter_add(&l->ticks, &model) ? 0 : -ENOMEM;
}

int loop_add_end(struct loop *l, void (*end)(void *arg), void *arg)
{
	const struct waiter model = { .ready = end, .arg = arg };

	return waiter_add(&l->ends, &model) ? 0 : -ENOMEM;
}

int loop_begin(struct loop *l)
{
	const struct timespec tick = { .tv_nsec = LOOP_TICK_MS * 1000000l };
	const struct itimerspec ticks = { .it_interval = tick, .it_value = tick };
	struct epoll_event ev = { .events = EPOLLIN, .data.ptr = NULL };

	if (timerfd_settime(l->timer, 0, &ticks, NULL) ||
	    epoll_ctl(l->epoll, EPOLL_CTL_ADD, l->timer, &ev))
		return -errno;
	return 0;
}

bool loop_wait(struct loop *l)
{
	struct epoll_event evs[READY_MAX];
	int cnt = epoll_wait(l->epoll, evs, READY_MAX, -1), i;
	bool due = false;
	uint64_t ticks;

	for (i = 0; i < cnt; i++) {
		const struct waiter *w = evs[i].data.ptr;

		if (w)
			w->ready(w->arg);
		else
			due = read(l->timer, &ticks, sizeof(ticks)) == sizeof(ticks);
	}
	return due;
}

int loop_tick(struct loop *l, uint64_t now_ns, struct error *err)
{
	const struct waiter *w;
	int rc = 0;

	for (w = l->ticks; w && !rc; w = w->next)
		rc = w->tick(w->arg, now_ns, err);
	return rc;
}

void loop_end(struct loop *l)
{
	const struct waiter *w;

	for (w = l->ends; w; w = w->next)
		w->ready(w->arg);
}
