// SPDX-License-Identifier: GPL-2.0-or-later
/* The thread that listens to alarms, and to nothing else. */
#include "probes/coro_watch.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "log/log.h"
#include "nytprof/events.h"
#include "probes/probes.h"
#include "rights/rights.h"

struct coro_watch {
	struct probes *probes;
	struct ring_buffer *ring;
	pthread_t thread;
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

struct coro_watch *coro_watch_new(struct probes *probes, int alarms)
{
	struct coro_watch *w = calloc(1, sizeof(*w));
	sigset_t all, before;
	int rc = -1;

	if (!w)
		return NULL;
	w->probes = probes;
	w->ring = ring_buffer__new(alarms, take_alarm, w, NULL);
	if (w->ring) {
		sigfillset(&all);
		pthread_sigmask(SIG_BLOCK, &all, &before);
		rc = pthread_create(&w->thread, NULL, listen_to_alarms, w);
		pthread_sigmask(SIG_SETMASK, &before, NULL);
		errno = rc;
	}
	if (!rc)
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
