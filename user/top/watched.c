// SPDX-License-Identifier: GPL-2.0-or-later
#include "top/watched.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "drain/drain.h"
#include "log/log.h"
#include "nytprof/interp.h"
#include "options/options.h"
#include "output/flush.h"
#include "sample/ticks.h"
#include "session/recorder.h"
#include "top/feed.h"
#include "top/figures.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"

#define WATCHERS_MAX 8
#define EVERY_NS     1000000000ull
#define UNREAD_MAX   (8u << 20) /* bytes that wait for one watcher: some seconds of a whole host */

struct watcher {
	int fd; /* -1: none */
	struct feed_buffer out;
};

struct watched {
	struct recorder *recorder;
	struct flush *flush;
	const struct options *options;
	struct figures *figures; /* NULL: nobody watches */
	struct watcher watchers[WATCHERS_MAX];
	unsigned cnt;
	uint64_t due_ns;
	uint64_t turned_ns; /* when the last interval ended, */
	uint64_t used_ns; /* and the processor time of the agent at that time */
	struct feed_turn turn;
	uint64_t ended_dropped,
		ended_torn; /* of processes that have ended, since somebody watches */
};

/* ------------------------------------------------------------------------ watchers */

static void stop(struct watched *w)
{
	flush_look_away(w->flush, w);
	figures_free(w->figures);
	w->figures = NULL;
}

static void watcher_end(struct watched *w, struct watcher *one)
{
	close_fd(&one->fd);
	one->fd = -1;
	feed_buffer_release(&one->out);
	if (!--w->cnt)
		stop(w);
}

/* As much as there is room for. */
static void watcher_send(struct watched *w, struct watcher *one)
{
	struct feed_buffer *b = &one->out;
	ssize_t sent = 1;

	while (b->taken < b->size && sent > 0) {
		sent = send(one->fd, b->bytes + b->taken, b->size - b->taken,
			    MSG_NOSIGNAL | MSG_DONTWAIT);
		b->taken += sent > 0 ? (size_t)sent : 0;
	}
	if (sent < 0 && errno != EAGAIN && errno != EINTR) {
		watcher_end(w, one); /* it has gone */
	} else if (b->size - b->taken > UNREAD_MAX) {
		log_warning("top: a watcher does not read, and is left out");
		watcher_end(w, one);
	}
}

/* What did not fit into its socket is sent with the next tick. */
static void send_rest(struct watched *w)
{
	struct watcher *one;

	for (one = w->watchers; one < w->watchers + WATCHERS_MAX; one++) {
		if (one->fd >= 0 && one->out.taken < one->out.size)
			watcher_send(w, one);
	}
}

static void send_all(struct watched *w, const struct feed_buffer *message)
{
	struct watcher *one;

	for (one = w->watchers; one < w->watchers + WATCHERS_MAX; one++) {
		if (one->fd < 0)
			continue;
		if (feed_put(&one->out, message->bytes, message->size))
			watcher_end(w, one);
		else
			watcher_send(w, one);
	}
}

/* ----------------------------------------------------------------------- collecting */

static uint64_t used_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void take_last(struct tracee *t, void *arg)
{
	struct watched *w = arg;

	if (!t->unwanted)
		figures_take(w->figures, t);
	figures_end(w->figures, t);
	if (t->unwanted)
		return;
	w->ended_dropped += t->lost[LOSS_SAMPLES];
	w->ended_torn += t->torn;
}

static void count_interp(const struct interp *in, struct tracee *t, void *arg)
{
	struct watched *w = arg;

	if (t->unwanted)
		return;
	w->turn.dropped += in->lost[LOSS_SAMPLES];
	w->turn.torn += in->torn;
}

/* Fails only as the recording itself does. *complete: all was taken. */
static int collect(struct watched *w, bool *complete, struct error *err)
{
	struct tracee *t;
	int rc = flush_write(w->flush, false, err);

	*complete = !rc;
	w->turn = (struct feed_turn){ .dropped = w->ended_dropped, .torn = w->ended_torn };
	for (t = drain_tracees(w->flush->drain); t && *complete; t = t->next) {
		if (t->unwanted)
			continue;
		w->turn.processes += t->running > 0;
		*complete = !figures_take(w->figures, t);
	}
	if (*complete)
		drain_each_interp(w->flush->drain, count_interp, w);
	return rc;
}

static void turn(struct watched *w)
{
	uint64_t now_ns = mono_ns(), used = used_ns();

	w->turn.interval_ns = now_ns - w->turned_ns;
	w->turn.used_ns = used - w->used_ns;
	w->turned_ns = now_ns;
	w->used_ns = used;
	figures_turn(w->figures, (double)w->turn.interval_ns / 1e9);
}

/* The recording goes on without them. */
static void end_all(struct watched *w)
{
	struct watcher *one;

	log_warning("top: out of memory: nobody can watch");
	for (one = w->watchers; one < w->watchers + WATCHERS_MAX; one++) {
		if (one->fd >= 0)
			watcher_end(w, one);
	}
}

static int tick(void *arg, uint64_t now_ns, struct error *err)
{
	struct watched *w = arg;
	struct feed_buffer message = {};
	bool complete;
	int rc;

	send_rest(w);
	if (!w->figures || now_ns < w->due_ns)
		return 0;
	w->due_ns = now_ns + EVERY_NS;
	rc = collect(w, &complete, err);
	if (rc)
		return rc;
	turn(w);
	if (complete && !feed_put_rows(&message, w->figures, &w->turn.beyond) &&
	    !feed_put_turn(&message, &w->turn))
		send_all(w, &message);
	else
		end_all(w);
	feed_buffer_release(&message);
	return 0;
}

/* What there was before is nobody's. */
static int start(struct watched *w, struct error *err)
{
	bool complete;
	int rc;

	w->figures = figures_new(ticks_period_ns(options_rate(w->options)));
	if (!w->figures)
		return error_set(err, ENOMEM, "out of memory");
	if (flush_look_on(w->flush, take_last, w)) {
		stop(w);
		return error_set(err, EBUSY, "too many watch this recording; try again later");
	}
	w->ended_dropped = w->ended_torn = 0;
	rc = collect(w, &complete, err);
	if (!rc && !complete)
		rc = error_set(err, ENOMEM, "out of memory");
	if (rc) {
		stop(w);
		return rc;
	}
	turn(w);
	w->due_ns = w->turned_ns + EVERY_NS;
	return 0;
}

static bool is_stream(int fd)
{
	int type = 0;
	socklen_t size = sizeof(type);

	return !getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) && type == SOCK_STREAM;
}

int watched_add(void *watched, int fd, struct error *err)
{
	struct watched *w = watched;
	const struct feed_hello hello = { .version = FEED_VERSION,
					  .rate = options_rate(w->options),
					  .period_ns = ticks_period_ns(options_rate(w->options)) };
	struct watcher *one = w->watchers;
	int rc;

	if (!is_stream(fd))
		return error_set(err, EINVAL, "the request has no stream socket");
	while (one < w->watchers + WATCHERS_MAX && one->fd >= 0)
		one++;
	if (one == w->watchers + WATCHERS_MAX)
		return error_set(err, EBUSY, "%d watch already, which is the limit", WATCHERS_MAX);
	rc = w->figures ? 0 : start(w, err);
	if (rc)
		return rc;
	if (feed_put_hello(&one->out, &hello)) {
		if (!w->cnt)
			stop(w);
		return error_set(err, ENOMEM, "out of memory");
	}
	one->fd = fd;
	w->cnt++;
	watcher_send(w, one);
	return 0;
}

struct watched *watched_new(struct recorder *r, const struct options *o)
{
	struct watched *w = calloc(1, sizeof(*w));
	unsigned i;

	if (!w || loop_add_tick(recorder_loop(r), tick, w)) {
		free(w);
		return NULL;
	}
	for (i = 0; i < WATCHERS_MAX; i++)
		w->watchers[i].fd = -1;
	w->recorder = r;
	w->options = o;
	w->flush = recorder_harvest(r);
	return w;
}

void watched_free(struct watched *w)
{
	unsigned i;

	for (i = 0; w && i < WATCHERS_MAX; i++) {
		if (w->watchers[i].fd >= 0)
			watcher_end(w, &w->watchers[i]);
	}
	free(w);
}
