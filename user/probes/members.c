// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The kernel tells which of them have ended: to ask /proc for each, at each fork of a server, takes
 * longer the more there are.
 */
#include "probes/members.h"

#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "target/process.h"
#include "util/cleanup.h"

#define ENDED_MAX 64 /* that are taken from the kernel at once */

void members_release(struct members *ms)
{
	size_t i;

	for (i = 0; i < ms->cnt; i++)
		close_fd(&ms->all[i].pidfd);
	if (ms->all)
		close_fd(&ms->epoll);
	free(ms->all);
	ms->all = NULL;
	ms->cnt = ms->unwatched = 0;
}

struct member *members_find(const struct members *ms, pid_t pid)
{
	size_t i;

	for (i = 0; i < ms->cnt; i++) {
		if (ms->all[i].pid == pid)
			return &ms->all[i];
	}
	return NULL;
}

/* -1: it can't be watched, or has ended by now. */
static int watch(const struct members *ms, pid_t pid)
{
	struct epoll_event ev = { .events = EPOLLIN, .data.fd = pid };
	int fd __cleanup(close_fd) = (int)syscall(SYS_pidfd_open, pid, 0);

	if (fd < 0 || epoll_ctl(ms->epoll, EPOLL_CTL_ADD, fd, &ev))
		return -1;
	return take_fd(&fd);
}

struct member *members_get(struct members *ms, pid_t pid)
{
	struct member *m = members_find(ms, pid), *more;

	if (m)
		return m;
	more = reallocarray(ms->all, ms->cnt + 1, sizeof(*more));
	if (!more)
		return NULL;
	if (!ms->all)
		ms->epoll = epoll_create1(EPOLL_CLOEXEC);
	ms->all = more;
	/*
	 * In this order: should it end, and another one get its pid, in between, it is asked for at
	 * /proc.
	 */
	m = &more[ms->cnt++];
	*m = (struct member){ .pid = pid, .start = process_start(pid), .pidfd = watch(ms, pid) };
	if (m->pidfd >= 0 && process_start(pid) != m->start) {
		epoll_ctl(ms->epoll, EPOLL_CTL_DEL, m->pidfd, NULL);
		close_fd(&m->pidfd);
		m->pidfd = -1;
	}
	ms->unwatched += m->pidfd < 0;
	return m;
}

typedef void gone_fn(const struct member *m, void *arg);

static void drop(struct members *ms, struct member *m, gone_fn *gone, void *arg)
{
	if (gone)
		gone(m, arg);
	if (m->pidfd < 0)
		ms->unwatched--;
	else /* a fork of ours may have it open, too: closing it would not end its notices */
		epoll_ctl(ms->epoll, EPOLL_CTL_DEL, m->pidfd, NULL);
	close_fd(&m->pidfd);
	*m = ms->all[--ms->cnt];
}

/* Those that could not be watched. */
static void drop_by_proc(struct members *ms, gone_fn *gone, void *arg)
{
	size_t i = 0;

	while (ms->unwatched && i < ms->cnt) {
		struct member *m = &ms->all[i];

		if (m->pidfd < 0 && (!m->start || process_start(m->pid) != m->start))
			drop(ms, m, gone, arg);
		else
			i++;
	}
}

void members_drop_ended(struct members *ms, gone_fn *gone, void *arg)
{
	struct epoll_event evs[ENDED_MAX];
	struct member *m;
	int cnt, i;

	do {
		cnt = ms->cnt > ms->unwatched ? epoll_wait(ms->epoll, evs, ENDED_MAX, 0) : 0;
		for (i = 0; i < cnt; i++) {
			m = members_find(ms, evs[i].data.fd);
			if (m)
				drop(ms, m, gone, arg);
		}
	} while (cnt == ENDED_MAX);
	drop_by_proc(ms, gone, arg);
}

bool members_have(const struct members *ms, int image)
{
	size_t i;

	for (i = 0; i < ms->cnt; i++) {
		if (ms->all[i].images[image])
			return true;
	}
	return false;
}
