// SPDX-License-Identifier: GPL-2.0-or-later
/* The thread that listens to alarms and to what is mapped, and to nothing else. */
#include "probes/coro_watch.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>

#include "attach/mmaps.h"
#include "log/log.h"
#include "nytprof/events.h"
#include "probes/probes.h"
#include "rights/rights.h"
#include "target/maps.h"
#include "target/process.h"
#include "util/cleanup.h"
#include "util/error.h"

struct coro_watch {
	struct probes *probes;
	struct ring_buffer *ring;
	pthread_t thread;
};

struct coro_elsewhere {
	struct probes *probes;
	struct mmaps *mmaps;
	pthread_t thread;
	pid_t pid; /* that has mapped Coro's library; 0: none has */
	bool removed; /* atomic: all return probes are gone */
};

static int take_alarm(void *arg, void *data, size_t size)
{
	struct coro_watch *w = arg;
	const struct alarm *alarm = data;
	int state;

	if (size < sizeof(*alarm))
		return 0;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	probes_spare_returns(w->probes, (pid_t)alarm->tgid);
	probes_spare_sql(w->probes, (pid_t)alarm->tgid);
	pthread_setcancelstate(state, &state);
	return 0;
}

static void *listen_to_alarms(void *arg)
{
	struct coro_watch *w = arg;
	int rc;

	drop_rights(0);
	do {
		rc = ring_buffer__poll(w->ring, -1);
	} while (rc >= 0 || rc == -EINTR);
	log_warning("can't watch for programs that load Coro any more, and return probes may "
		    "kill them: %s",
		    strerror(-rc));
	return NULL;
}

/* Without signals: those are the main thread's. */
static int start_thread(pthread_t *thread, void *(*run)(void *), void *arg)
{
	sigset_t all, before;
	int rc;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	rc = pthread_create(thread, NULL, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = rc;
	return -rc;
}

struct coro_watch *coro_watch_new(struct probes *probes, int alarms)
{
	struct coro_watch *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->probes = probes;
	w->ring = ring_buffer__new(alarms, take_alarm, w, NULL);
	if (w->ring && !start_thread(&w->thread, listen_to_alarms, w))
		return w;
	ring_buffer__free(w->ring);
	free(w);
	return NULL;
}

void coro_watch_free(struct coro_watch *w)
{
	if (!w)
		return;
	pthread_cancel(w->thread);
	pthread_join(w->thread, NULL);
	ring_buffer__free(w->ring);
	free(w);
}

/* ------------------------------------------------------------------- elsewhere */

/*
 * To take the probes away takes tens of milliseconds, and the program switches within some. It is
 * stopped meanwhile, as by a debugger: nobody else notices. It goes on if this thread ends. False:
 * it has a debugger, which may be another recorder, or it is a child of ours, whose stop would be
 * taken for its end.
 */
static bool hold(pid_t pid)
{
	siginfo_t info;

	if (!waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT))
		return false;
	if (ptrace(PTRACE_SEIZE, pid, NULL, NULL))
		return false;
	ptrace(PTRACE_INTERRUPT, pid, NULL, NULL);
	return true;
}

static void pause_shortly(void)
{
	const struct timespec half = { .tv_nsec = 500000 };

	nanosleep(&half, NULL);
}

/* It may have been about to take a signal, and gets it. */
static void let_go(pid_t pid)
{
	int status, signal, got;

	while (!(got = waitpid(pid, &status, __WALL | WNOHANG)))
		pause_shortly();
	if (got != pid || !WIFSTOPPED(status))
		return; /* it has ended */
	signal = status >> 16 == PTRACE_EVENT_STOP ? 0 : WSTOPSIG(status);
	ptrace(PTRACE_DETACH, pid, NULL, (void *)(intptr_t)signal);
}

static void *remove_returns(void *arg)
{
	struct coro_elsewhere *e = arg;

	probes_spare_returns(e->probes, e->pid);
	__atomic_store_n(&e->removed, true, __ATOMIC_RELEASE);
	return NULL;
}

/* Another recorder may hold it first, for its own probes. */
static void save(struct coro_elsewhere *e)
{
	bool held = hold(e->pid);
	pthread_t thread;
	int state;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	if (start_thread(&thread, remove_returns, e)) {
		remove_returns(e);
	} else {
		while (!__atomic_load_n(&e->removed, __ATOMIC_ACQUIRE)) {
			held = held || hold(e->pid);
			pause_shortly();
		}
		pthread_join(thread, NULL);
	}
	pthread_setcancelstate(state, &state);
	if (held)
		let_go(e->pid);
}

/* The name is all that is looked at: to ask what else the process has mapped would take too long. */
static void take_mapped(const struct mmapped *what, void *arg)
{
	struct coro_elsewhere *e = arg;

	if (!e->pid && mapped_file_is_coro(what->file))
		e->pid = what->file->pid;
}

/* Ends with the first such process: then there are no return probes any more. */
static void *listen_to_mmaps(void *arg)
{
	struct coro_elsewhere *e = arg;
	struct pollfd ready = { .fd = mmaps_fd(e->mmaps), .events = POLLIN };

	drop_rights(0);
	while (poll(&ready, 1, -1) >= 0 || errno == EINTR) {
		const uint64_t lost = mmaps_read(e->mmaps, take_mapped, e);
		int state;

		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
		if (!e->pid && lost)
			probes_spare_returns(e->probes, 0); /* it may be among what was lost */
		pthread_setcancelstate(state, &state);
		if (e->pid)
			save(e);
		if (e->pid || lost)
			break;
	}
	return NULL;
}

struct look {
	struct probes *probes;
	pid_t pid;
	bool coro, perl;
};

/* The mappings of a process come one after the other. */
static void look_at(const struct mapped_file *file, void *arg)
{
	struct look *l = arg;

	if (file->pid != l->pid)
		l->coro = l->perl = false;
	l->pid = file->pid;
	l->coro |= mapped_file_is_coro(file);
	l->perl |= probes_know_file(l->probes, file->dev, file->ino);
	if (l->coro && l->perl)
		probes_spare_returns(l->probes, l->pid);
}

struct coro_elsewhere *coro_elsewhere_new(struct probes *probes, struct error *err)
{
	struct coro_elsewhere *e = calloc(1, sizeof(*e));
	struct look look = { .probes = probes };
	pid_t *pids __cleanup(free_ptr) = NULL;
	size_t cnt;

	if (!e) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	e->probes = probes;
	e->mmaps = mmaps_new(CLOCK_MONOTONIC, err);
	if (!e->mmaps || start_thread(&e->thread, listen_to_mmaps, e)) {
		if (e->mmaps)
			error_set(err, errno, "can't start a thread: %s", strerror(errno));
		mmaps_free(e->mmaps);
		free(e);
		return NULL;
	}
	pids = processes_list(&cnt);
	maps_each(pids, cnt, true, look_at, &look);
	return e;
}

void coro_elsewhere_free(struct coro_elsewhere *e)
{
	if (!e)
		return;
	pthread_cancel(e->thread);
	pthread_join(e->thread, NULL);
	mmaps_free(e->mmaps);
	free(e);
}
