// SPDX-License-Identifier: GPL-2.0-or-later
/* The tracers, and the connections of those who wait for them, in the main loop. */
#include "ondemand/traces.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "drain/drain.h"
#include "log/log.h"
#include "ondemand/order.h"
#include "ondemand/standby.h"
#include "ondemand/tracer.h"
#include "options/options.h"
#include "target/process.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"

/* Beyond its duration: to load its programs, and to write; nobody may read what it writes. */
#define PATIENCE_NS (300 * 1000000000ull)
#define END_MS	    30000 /* when the recording ends: for all together */
#define STANDBY_NS  (10 * 1000000000ull) /* a recording that lasts so long has a tracer stand by */

struct trace {
	pid_t pid; /* who is traced; 0: this place is free */
	pid_t tracer;
	int pidfd; /* the tracer's */
	struct trace_client client;
	uint64_t until_ns; /* then it is killed */
	uint64_t begin_ns; /* of the recording's clock */
};

/* A profile that is written after more traces than this does not tell of them all. */
#define PAST_MAX 256

/* One that is over. */
struct past_trace {
	pid_t pid;
	uint64_t begin_ns, end_ns; /* of the recording's clock */
};

struct traces {
	struct trace all[TRACES_MAX];
	struct past_trace past[PAST_MAX]; /* the last ones, at the number of each % PAST_MAX */
	uint64_t past_cnt;
	int epoll; /* tracers and clients; where their places are */
	const struct options *options;
	uint64_t started, triggered;
	struct standby *standby;
	pid_t last; /* who was traced last; 0: nobody */
	struct drain *drain; /* of the recording; NULL: there has been no perl */
	uint64_t standby_ns; /* not before; 0: the recording has not begun */
};

static void look(void *arg);
static int look_for_late(void *arg, uint64_t now_ns, struct error *err);
static int keep_standby(void *arg, uint64_t now_ns, struct error *err);

struct traces *traces_new(struct loop *loop, const struct options *options)
{
	struct traces *t = calloc(1, sizeof(*t));
	int rc;

	if (!t)
		return NULL;
	t->options = options;
	t->epoll = epoll_create1(EPOLL_CLOEXEC);
	t->standby = standby_new();
	rc = !t->standby ? -ENOMEM : 0;
	rc = rc ?: t->epoll < 0 ? -errno : loop_add_fd(loop, t->epoll, look, t);
	rc = rc ?: loop_add_tick(loop, look_for_late, t);
	rc = rc ?: loop_add_tick(loop, keep_standby, t);
	if (!rc)
		return t;
	traces_free(t);
	errno = -rc;
	return NULL;
}

void traces_free(struct traces *t)
{
	if (!t)
		return;
	traces_end(t);
	standby_free(t->standby);
	close_fd(&t->epoll);
	free(t);
}

/* ------------------------------------------------------------------------- begin */

int traces_check(const struct traces *t, pid_t pid, struct error *err)
{
	size_t i, cnt = 0;

	if (!t->options->sampled)
		return error_set(err, EBUSY,
				 "it traces process %d already: \"nytprof-bpf ctl flush %d\" "
				 "writes the exact counts so far",
				 pid, pid);
	if (pid == getpid())
		return error_set(err, EINVAL, "%d is the recorder: name a process that it records",
				 pid);
	for (i = 0; i < TRACES_MAX; i++) {
		if (t->all[i].pid == pid)
			return error_set(err, EBUSY,
					 "process %d is being traced on demand already: try again "
					 "when that is over",
					 pid);
		cnt += t->all[i].pid != 0;
	}
	return cnt < TRACES_MAX ?
		       0 :
		       error_set(err, EBUSY,
				 "%d processes are being traced on demand already, which "
				 "is the limit: try again when one is over",
				 TRACES_MAX);
}

static int watch(const struct traces *t, const struct trace *one, int fd)
{
	struct epoll_event ev = { .events = EPOLLIN | EPOLLRDHUP,
				  .data.u32 = (uint32_t)(one - t->all) };

	return fd < 0 || !epoll_ctl(t->epoll, EPOLL_CTL_ADD, fd, &ev) ? 0 : -errno;
}

/* Forked writers may have it open, too: closing it here does not end its notices. */
static void unwatch(const struct traces *t, int *fd)
{
	if (*fd >= 0)
		epoll_ctl(t->epoll, EPOLL_CTL_DEL, *fd, NULL);
	close_fd(fd);
	*fd = -1;
}

static struct trace *free_place(struct traces *t)
{
	struct trace *one = t->all;

	while (one->pid) /* traces_check() has seen one */
		one++;
	return one;
}

static void kill_tracer(const struct trace *one)
{
	kill(one->tracer, SIGKILL);
	waitpid(one->tracer, NULL, 0);
}

static bool overlap(const struct tracee *of, pid_t pid, uint64_t begin_ns, uint64_t end_ns)
{
	return (pid_t)of->tgid == pid && end_ns > of->start_ns &&
	       (!of->end_ns || begin_ns < of->end_ns);
}

void traces_mark(struct tracee *of, void *arg)
{
	const struct traces *t = arg;
	unsigned i;

	of->traced = 0;
	for (i = 0; i < TRACES_MAX; i++)
		of->traced += overlap(of, t->all[i].pid, t->all[i].begin_ns, UINT64_MAX);
	for (i = 0; i < PAST_MAX; i++)
		of->traced += overlap(of, t->past[i].pid, t->past[i].begin_ns, t->past[i].end_ns);
}

static void note_past(struct traces *t, const struct trace *one)
{
	t->past[t->past_cnt++ % PAST_MAX] = (struct past_trace){
		.pid = one->pid,
		.begin_ns = one->begin_ns,
		.end_ns = clock_ns(t->options->nytprof.clock),
	};
}

int traces_start(struct traces *t, const struct order *order, const struct trace_client *client,
		 struct error *err)
{
	struct trace *one;
	int rc = traces_check(t, order->pid, err);

	if (rc)
		return rc;
	one = free_place(t);
	*one = (struct trace){ .tracer = standby_take(t->standby, order) };
	if (!one->tracer)
		one->tracer = tracer_start(order, -1, &t->options->nytprof, err);
	if (one->tracer < 0)
		return one->tracer;
	one->pidfd = (int)syscall(SYS_pidfd_open, one->tracer, 0);
	rc = one->pidfd < 0 ? -errno : watch(t, one, one->pidfd);
	rc = rc ?: watch(t, one, client->connection);
	if (rc) {
		kill_tracer(one);
		unwatch(t, &one->pidfd);
		return error_set(err, -rc, "can't watch a process: %s", strerror(-rc));
	}
	one->client = *client;
	one->until_ns = mono_ns() + order->ms * 1000000ull + PATIENCE_NS;
	one->pid = t->last = order->pid;
	t->started++;
	one->begin_ns = clock_ns(t->options->nytprof.clock);
	log_verbose("process %d is traced for %.3f s by process %d", order->pid, order->ms / 1e3,
		    one->tracer);
	return 0;
}

/* ----------------------------------------------------------------------- standby */

void traces_know(struct traces *t, struct drain *drain)
{
	t->drain = drain;
}

/* A process whose perl the next order is likely to be about. */
static pid_t likely(const struct traces *t)
{
	const struct tracee *of = t->drain ? drain_tracees(t->drain) : NULL;

	if (t->last && process_is_alive(t->last))
		return t->last;
	while (of && (!of->live || of->unwanted))
		of = of->next;
	return of ? (pid_t)of->tgid : 0;
}

int traces_lend(struct traces *t, int connection)
{
	return standby_lend(t->standby, connection);
}

static bool any_under_way(const struct traces *t)
{
	size_t i = 0;

	while (i < TRACES_MAX && !t->all[i].pid)
		i++;
	return i < TRACES_MAX;
}

/* It is for whoever waits to be traced: all processes of a host, or who has been traced before. */
static int keep_standby(void *arg, uint64_t now_ns, struct error *err)
{
	struct traces *t = arg;

	(void)err;
	if (!t->standby_ns)
		t->standby_ns = now_ns + STANDBY_NS;
	if (!t->options->sampled || t->options->live || any_under_way(t) ||
	    (!t->options->all.on && !t->started))
		return 0;
	standby_keep(t->standby, likely(t), now_ns, t->started ? now_ns : t->standby_ns,
		     &t->options->nytprof);
	return 0;
}

/* --------------------------------------------------------------------------- end */

static int exit_status(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* The tracer has ended. */
static void settle(struct traces *t, struct trace *one, int status)
{
	const struct trace_client client = one->client;
	char text[32];
	int len = snprintf(text, sizeof(text), "0\n%d\n", exit_status(status));

	log_verbose("the trace of process %d is over: status %d", one->pid, exit_status(status));
	if (client.connection >= 0)
		send(client.connection, text, (size_t)len, MSG_NOSIGNAL | MSG_DONTWAIT);
	unwatch(t, &one->client.connection);
	unwatch(t, &one->pidfd);
	note_past(t, one);
	one->pid = 0;
	if (client.ended)
		client.ended(client.arg, exit_status(status));
}

/* It writes what it has.  Before it can record, it just ends. */
static void stop(const struct trace *one)
{
	kill(one->tracer, SIGINT);
}

/* Whoever says anything, or goes, wants no more of it. */
static void look_at_client(const struct traces *t, struct trace *one)
{
	struct pollfd client = { .fd = one->client.connection, .events = POLLIN | POLLRDHUP };

	if (client.fd < 0 || poll(&client, 1, 0) < 1)
		return;
	stop(one);
	epoll_ctl(t->epoll, EPOLL_CTL_DEL, client.fd, NULL); /* it may still get the answer */
}

static void look_at(struct traces *t, struct trace *one)
{
	int status;

	if (one->pid && waitpid(one->tracer, &status, WNOHANG) == one->tracer)
		settle(t, one, status);
	else if (one->pid)
		look_at_client(t, one);
}

static void look(void *arg)
{
	struct traces *t = arg;
	struct epoll_event evs[TRACES_MAX];
	int cnt = epoll_wait(t->epoll, evs, TRACES_MAX, 0), i;

	for (i = 0; i < cnt; i++)
		look_at(t, &t->all[evs[i].data.u32 % TRACES_MAX]);
}

static int look_for_late(void *arg, uint64_t now_ns, struct error *err)
{
	const struct traces *t = arg;
	size_t i;

	(void)err;
	for (i = 0; i < TRACES_MAX; i++) {
		if (t->all[i].pid && now_ns >= t->all[i].until_ns)
			kill(t->all[i].tracer, SIGKILL);
	}
	return 0;
}

static void await_end(struct traces *t, struct trace *one, uint64_t until_ns)
{
	struct pollfd ended = { .fd = one->pidfd, .events = POLLIN };
	uint64_t now = mono_ns();
	int status = 0;

	if (now >= until_ns || poll(&ended, 1, (int)((until_ns - now) / 1000000) + 1) < 1)
		kill(one->tracer, SIGKILL);
	waitpid(one->tracer, &status, 0);
	settle(t, one, status);
}

void traces_end(struct traces *t)
{
	uint64_t until_ns = mono_ns() + END_MS * 1000000ull;
	size_t i;

	for (i = 0; i < TRACES_MAX; i++) {
		if (t->all[i].pid)
			stop(&t->all[i]);
	}
	for (i = 0; i < TRACES_MAX; i++) {
		if (t->all[i].pid)
			await_end(t, &t->all[i], until_ns);
	}
}

uint64_t traces_started(const struct traces *t)
{
	return t->started;
}

void traces_note_triggered(struct traces *t)
{
	t->triggered++;
}

uint64_t traces_triggered(const struct traces *t)
{
	return t->triggered;
}
