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
#include "session/sight.h"
#include "top/feed.h"
#include "top/figures.h"
#include "top/new_figures.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"

#define WATCHERS_MAX  8
#define GUESTS_MAX    4 /* of them are not root, */
#define GUESTS_OF_ONE 2 /* and of one user */
#define EVERY_NS      1000000000ull
#define UNREAD_MAX    (8u << 20) /* bytes that wait for one watcher: some seconds of a whole host */

/* What some watchers see. */
struct view {
	struct figures *figures; /* NULL: nobody has it */
	bool limited; /* it has what the sight shows; else all */
	struct sight sight;
	uint64_t turned_ns; /* when the last interval ended, */
	uint64_t used_ns; /* and the processor time of the agent at that time */
	struct feed_turn turn;
	uint64_t ended_dropped, ended_torn,
		ended_lost_events; /* of processes that have ended, since somebody watches */
};

struct watcher {
	int fd; /* -1: none */
	struct view *view;
	struct feed_buffer out;
};

struct watched {
	struct recorder *recorder;
	struct flush *flush;
	const struct options *options;
	struct view of_all;
	struct view of_guests[GUESTS_MAX]; /* one for each */
	struct watcher watchers[WATCHERS_MAX];
	bool looks; /* at profiles that go */
	uint64_t due_ns;
};

/* --------------------------------------------------------------------------- views */

static void each_view(struct watched *w, void (*visit)(struct view *v, void *arg), void *arg)
{
	size_t i;

	if (w->of_all.figures)
		visit(&w->of_all, arg);
	for (i = 0; i < GUESTS_MAX; i++) {
		if (w->of_guests[i].figures)
			visit(&w->of_guests[i], arg);
	}
}

static bool has(const struct view *v, const struct tracee *t)
{
	return !t->unwanted && sight_has(v->limited ? &v->sight : NULL, t);
}

static bool is_watched(const struct watched *w, const struct view *v)
{
	size_t i = 0;

	while (i < WATCHERS_MAX && (w->watchers[i].fd < 0 || (v && w->watchers[i].view != v)))
		i++;
	return i < WATCHERS_MAX;
}

/* If nobody has it any more. */
static void view_drop(struct watched *w, struct view *v)
{
	if (is_watched(w, v))
		return;
	figures_free(v->figures);
	*v = (struct view){ .figures = NULL };
	if (is_watched(w, NULL) || !w->looks)
		return;
	flush_look_away(w->flush, w);
	w->looks = false;
}

/* ------------------------------------------------------------------------ watchers */

static void watcher_end(struct watched *w, struct watcher *one)
{
	close_fd(&one->fd);
	one->fd = -1;
	feed_buffer_release(&one->out);
	view_drop(w, one->view);
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

/* NULL: there was no memory for the message. */
static void send_to(struct watched *w, const struct view *v, const struct feed_buffer *message)
{
	struct watcher *one;

	for (one = w->watchers; one < w->watchers + WATCHERS_MAX; one++) {
		if (one->fd < 0 || one->view != v)
			continue;
		if (!message || feed_put(&one->out, message->bytes, message->size))
			watcher_end(w, one);
		else
			watcher_send(w, one);
	}
}

static void end_those_over(struct watched *w)
{
	struct watcher *one;

	for (one = w->watchers; one < w->watchers + WATCHERS_MAX; one++) {
		if (one->fd >= 0 && one->view->limited && sight_is_over(&one->view->sight))
			watcher_end(w, one);
	}
}

/* ----------------------------------------------------------------------- collecting */

static uint64_t used_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void take_last_of(struct view *v, void *arg)
{
	struct tracee *t = arg;

	if (has(v, t))
		figures_take(v->figures, t);
	figures_end(v->figures, t);
	if (!has(v, t))
		return;
	v->ended_dropped += t->lost[LOSS_SAMPLES];
	v->ended_torn += t->torn;
	v->ended_lost_events += t->lost[LOSS_KEVENTS];
}

static void take_last(struct tracee *t, void *arg)
{
	each_view(arg, take_last_of, t);
}

static void count_interp(const struct interp *in, struct tracee *t, void *arg)
{
	struct view *v = arg;

	if (!has(v, t))
		return;
	v->turn.dropped += in->lost[LOSS_SAMPLES];
	v->turn.torn += in->torn;
	v->turn.lost_events += in->lost[LOSS_KEVENTS];
}

static void turn(struct view *v)
{
	uint64_t now_ns = mono_ns(), used = used_ns();

	v->turn.interval_ns = now_ns - v->turned_ns;
	v->turn.used_ns = used - v->used_ns;
	v->turned_ns = now_ns;
	v->used_ns = used;
	figures_turn(v->figures, (double)v->turn.interval_ns / 1e9);
}

/* What was collected since the last turn. False: not all was taken. */
static bool view_take(const struct watched *w, struct view *v)
{
	struct tracee *t;
	bool complete = true;

	v->turn = (struct feed_turn){ .dropped = v->ended_dropped,
				      .torn = v->ended_torn,
				      .lost_events = v->ended_lost_events };
	for (t = drain_tracees(w->flush->drain); t && complete; t = t->next) {
		if (!has(v, t))
			continue;
		v->turn.processes += t->running > 0;
		complete = !figures_take(v->figures, t);
	}
	if (complete)
		drain_each_interp(w->flush->drain, count_interp, v);
	turn(v);
	return complete;
}

/* The recording goes on without those who watch it, if there is no memory. */
static void view_send(struct view *v, void *arg)
{
	struct watched *w = arg;
	struct feed_buffer message = {};
	bool done = view_take(w, v) && !feed_put_rows(&message, v->figures, &v->turn.beyond) &&
		    !feed_put_turn(&message, &v->turn);

	if (!done)
		log_warning("top: out of memory: nobody can watch");
	send_to(w, v, done ? &message : NULL);
	feed_buffer_release(&message);
}

/* Fails only as the recording itself does. */
static int tick(void *arg, uint64_t now_ns, struct error *err)
{
	struct watched *w = arg;
	int rc;

	end_those_over(w);
	send_rest(w);
	if (!w->looks || now_ns < w->due_ns)
		return 0;
	w->due_ns = now_ns + EVERY_NS;
	rc = flush_write(w->flush, false, err);
	if (!rc)
		each_view(w, view_send, w);
	return rc;
}

/* ---------------------------------------------------------------------- who watches */

static int look_on(struct watched *w, struct error *err)
{
	if (w->looks)
		return 0;
	if (flush_look_on(w->flush, take_last, w))
		return error_set(err, EBUSY, "too many watch this recording; try again later");
	w->looks = true;
	w->due_ns = mono_ns() + EVERY_NS;
	return 0;
}

/* What there was before is nobody's. */
static int view_begin(struct watched *w, struct view *v, struct error *err)
{
	int rc = look_on(w, err);

	rc = rc ?: flush_write(w->flush, false, err);
	if (rc)
		return rc;
	v->figures = new_figures(w->options);
	if (!v->figures || !view_take(w, v))
		return error_set(err, ENOMEM, "out of memory");
	return 0;
}

static bool is_stream(int fd)
{
	int type = 0;
	socklen_t size = sizeof(type);

	return !getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) && type == SOCK_STREAM;
}

/* NULL with err set: too many who are not root watch already. */
static struct view *guest_place(struct watched *w, const struct sight *sight, struct error *err)
{
	struct view *v, *place = NULL;
	unsigned own = 0;

	for (v = w->of_guests; v < w->of_guests + GUESTS_MAX; v++) {
		own += v->figures && v->sight.uid == sight->uid;
		place = v->figures ? place : v;
	}
	if (!place)
		error_set(err, EBUSY,
			  "%d members of groups watch already, which is the limit: try again later",
			  GUESTS_MAX);
	else if (own >= GUESTS_OF_ONE)
		error_set(err, EBUSY, "you watch %d times already, which is the limit: end one",
			  GUESTS_OF_ONE);
	else
		*place = (struct view){ .limited = true, .sight = *sight };
	return own < GUESTS_OF_ONE ? place : NULL;
}

static int begin(struct watched *w, struct watcher *one, int fd, struct error *err)
{
	const struct feed_hello hello = { .version = FEED_VERSION,
					  .rate = options_rate(w->options),
					  .period_ns = ticks_period_ns(options_rate(w->options)) };
	int rc = one->view->figures ? 0 : view_begin(w, one->view, err);

	if (!rc &&
	    (feed_put_hello(&one->out, &hello) || feed_put_events(&one->out, one->view->figures)))
		rc = error_set(err, ENOMEM, "out of memory");
	if (rc) {
		view_drop(w, one->view);
		return rc;
	}
	one->fd = fd;
	watcher_send(w, one);
	return 0;
}

int watched_add(void *watched, int fd, const struct sight *sight, struct error *err)
{
	struct watched *w = watched;
	struct watcher *one = w->watchers;

	if (!is_stream(fd))
		return error_set(err, EINVAL, "the request has no stream socket");
	while (one < w->watchers + WATCHERS_MAX && one->fd >= 0)
		one++;
	if (one == w->watchers + WATCHERS_MAX)
		return error_set(err, EBUSY, "%d watch already, which is the limit", WATCHERS_MAX);
	one->view = sight ? guest_place(w, sight, err) : &w->of_all;
	return one->view ? begin(w, one, fd, err) : -EBUSY;
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
