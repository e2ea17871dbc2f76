// SPDX-License-Identifier: GPL-2.0-or-later
#include "top/top.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "drain/drain.h"
#include "nytprof/interp.h"
#include "options/options.h"
#include "output/flush.h"
#include "sample/ticks.h"
#include "session/recorder.h"
#include "top/detail.h"
#include "top/feed.h"
#include "top/figures.h"
#include "top/new_figures.h"
#include "top/page.h"
#include "top/screen.h"
#include "top/source_line.h"
#include "text/screen_text.h"
#include "top/view.h"
#include "tracee/tracee.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"

#define INTERVAL  1.0 /* seconds */
#define HALF_TICK 0.05 /* seconds */
#define HELLO_MS  10000

struct top {
	struct loop *loop;
	bool *end; /* set: the loop ends */
	struct flush *flush; /* NULL: another recorder samples */
	struct feed_buffer feed; /* what came from there, */
	int from; /* and where it comes from */
	double seconds; /* of the interval that has not been shown */
	uint64_t feed_used_ns; /* processor time of that recorder in it */
	const struct options *options;
	struct figures *figures;
	struct view view;
	struct rows rows;
	struct page page;
	struct page_head head;
	struct screen *screen; /* NULL: rows are printed */
	char what[TEXT_MAX];
	char message[TEXT_MAX];
	char line[TEXT_MAX]; /* of source */
	double interval;
	uint64_t turned_ns; /* when the last interval ended */
	uint64_t due_ns; /* when this one ends; 0: nothing is shown yet */
	uint64_t used_ns; /* processor time of the agent at that time */
	uint64_t ended_dropped, ended_torn, ended_lost_events; /* of processes that have ended */
	unsigned rounds; /* that were printed */
	bool lost; /* nothing comes from the recorder any more */
};

/* ----------------------------------------------------------------------- collecting */

static uint64_t used_ns(void)
{
	struct rusage own, workers;

	getrusage(RUSAGE_SELF, &own);
	getrusage(RUSAGE_CHILDREN, &workers);
	timeradd(&own.ru_utime, &own.ru_stime, &own.ru_utime);
	timeradd(&own.ru_utime, &workers.ru_utime, &own.ru_utime);
	timeradd(&own.ru_utime, &workers.ru_stime, &own.ru_utime);
	return (uint64_t)own.ru_utime.tv_sec * 1000000000u + (uint64_t)own.ru_utime.tv_usec * 1000u;
}

static struct tracee *tracees(const struct top *t)
{
	return t->flush && t->flush->drain ? drain_tracees(t->flush->drain) : NULL;
}

/* One that has ended. */
static void take_last(struct tracee *tracee, void *arg)
{
	struct top *t = arg;

	if (tracee->unwanted)
		return;
	figures_take(t->figures, tracee);
	figures_end(t->figures, tracee);
	t->ended_dropped += tracee->lost[LOSS_SAMPLES];
	t->ended_torn += tracee->torn;
	t->ended_lost_events += tracee->lost[LOSS_KEVENTS];
}

static void count_interp(const struct interp *in, struct tracee *tracee, void *arg)
{
	struct top *t = arg;

	if (tracee->unwanted)
		return;
	t->head.dropped += in->lost[LOSS_SAMPLES];
	t->head.torn += in->torn;
	t->head.lost_events += in->lost[LOSS_KEVENTS];
}

static int collect(struct top *t, struct error *err)
{
	struct tracee *tracee;
	int rc = flush_write(t->flush, false, err);

	t->head.dropped = t->ended_dropped;
	t->head.torn = t->ended_torn;
	t->head.lost_events = t->ended_lost_events;
	t->head.processes = 0;
	for (tracee = tracees(t); tracee && !rc; tracee = tracee->next) {
		if (tracee->unwanted)
			continue;
		t->head.processes += tracee->running > 0;
		if (figures_take(t->figures, tracee))
			rc = error_set(err, ENOMEM, "out of memory");
	}
	if (!rc)
		drain_each_interp(t->flush->drain, count_interp, t);
	return rc;
}

static void turn(struct top *t, uint64_t now_ns)
{
	double seconds = (double)(now_ns - t->turned_ns) / 1e9;
	uint64_t used = used_ns();

	t->head.agent_percent = (double)(used - t->used_ns) / 1e7 / seconds;
	t->used_ns = used;
	t->turned_ns = now_ns;
	figures_turn(t->figures, seconds);
}

/* -------------------------------------------------------------------------- showing */

static const char *line_text(const char *key, void *arg)
{
	struct top *t = arg;

	return source_line_named(t->line, sizeof(t->line), tracees(t), key) ? t->line : NULL;
}

static void put_no_detail(struct top *t)
{
	char name[TEXT_MAX];

	text_clean(name, t->view.sub, strlen(t->view.sub));
	page_add(&t->page, STYLE_STRONG, "%s (Backspace: back)", name);
	page_add(&t->page, STYLE_FAINT, "Its callers and lines are in the recorder's profiles:");
	page_add(&t->page, STYLE_PLAIN, "nytprof-bpf ctl flush; nytprof-bpf list");
	page_add(&t->page, STYLE_PLAIN, "nytprof-bpf report --sub %s FILE", name);
}

static void put_page(struct top *t)
{
	page_clear(&t->page);
	free(t->rows.all);
	if (rows_make(&t->rows, t->figures, &t->view))
		return;
	page_put_head(&t->page, t->figures, &t->view, &t->head);
	t->view.height = page_room(&t->page) > 1 ? page_room(&t->page) - 1 : 1;
	view_place(&t->view, &t->rows);
	if (t->view.help)
		page_put_help(&t->page);
	else if (t->view.sub && !t->flush)
		put_no_detail(t);
	else if (t->view.sub)
		detail_put(&t->page, t->figures, &t->view, tracees(t));
	else
		page_put_rows(&t->page, t->figures, &t->view, &t->rows, line_text, t);
}

static void draw(struct top *t)
{
	char prompt[FILTER_MAX + 64], typed[TEXT_MAX];

	screen_fit(t->screen, &t->page);
	screen_message(t->screen, t->message, sizeof(t->message));
	t->head.message = *t->message ? t->message : NULL;
	put_page(t);
	text_clean(typed, t->view.typed, strlen(t->view.typed));
	snprintf(prompt, sizeof(prompt), "filter: %.*s_", FILTER_MAX, typed);
	screen_draw(t->screen, &t->page, t->view.typing ? prompt : NULL);
}

/* One table. */
static void print(struct top *t)
{
	size_t i;

	t->page.height = 5 + t->options->top;
	put_page(t);
	if (t->rounds++)
		putchar('\n');
	for (i = 0; i < t->page.cnt; i++)
		printf("%s\n", t->page.lines[i].text);
	if (fflush(stdout) || (t->options->rounds && t->rounds >= t->options->rounds))
		*t->end = true;
}

static void show(struct top *t)
{
	if (t->screen)
		draw(t);
	else
		print(t);
}

static void take_keys(void *arg)
{
	struct top *t = arg;
	bool changed = false;
	int key;

	while (t->screen && (key = screen_key(t->screen)) >= 0) {
		switch (view_key(&t->view, &t->rows, key)) {
		case WISH_QUIT:
			*t->end = true;
			return;
		case WISH_RESET:
			figures_reset(t->figures);
			changed = true;
			break;
		case WISH_REDRAW:
			changed = true;
			break;
		case WISH_NOTHING:
			break;
		}
		if (changed)
			put_page(t); /* the next key is about the rows as they are now */
	}
	if (changed)
		draw(t);
}

static int tick(void *arg, uint64_t now_ns, struct error *err)
{
	struct top *t = arg;
	int rc = 0;

	take_keys(t); /* a change of the terminal's size is one */
	if (!t->flush)
		return 0;
	if (!t->due_ns || t->view.frozen)
		return 0;
	if (now_ns < t->due_ns)
		return 0;
	t->due_ns += (uint64_t)(t->interval * 1e9);
	if (t->due_ns <= now_ns)
		t->due_ns = now_ns + (uint64_t)(t->interval * 1e9);
	rc = t->flush->drain ? collect(t, err) : 0;
	if (rc)
		return rc;
	turn(t, mono_ns());
	show(t);
	return 0;
}

/* ------------------------------------------------------------------------ watching */

/* An interval of the other recorder is over.  Its rows are summed until one of ours is. */
static void take_turn(struct top *t, const struct feed_turn *turn)
{
	t->head.processes = turn->processes;
	t->head.dropped = turn->dropped;
	t->head.torn = turn->torn;
	t->head.lost_events = turn->lost_events;
	figures_put_beyond(t->figures, turn->beyond);
	t->seconds += (double)turn->interval_ns / 1e9;
	t->feed_used_ns += turn->used_ns;
	if (t->view.frozen || t->seconds < t->interval - HALF_TICK)
		return;
	t->head.agent_percent = (double)t->feed_used_ns / 1e7 / t->seconds;
	figures_turn(t->figures, t->seconds);
	t->seconds = 0;
	t->feed_used_ns = 0;
	show(t);
}

static void take_row(struct top *t, const struct feed_message *m)
{
	const struct feed_row *row = &m->row;
	const struct top_sums add = { row->own, row->incl, row->wait_ns };

	figures_put(t->figures, row->kind, row->pid, m->name, &add, row->ended);
	figures_put_events(t->figures, row->kind, row->pid, m->name, m->amounts, row->event_cnt);
}

/* Before the first row. */
static int take_event(struct top *t, const char *name)
{
	int rc = figures_add_event(t->figures, name);

	t->view.event_cnt = figures_event_cnt(t->figures);
	return rc;
}

/* -EPROTO: no message of this version. */
static int take_messages(struct top *t)
{
	struct feed_message m;
	int rc;

	while ((rc = feed_take(&t->feed, &m)) > 0 && !*t->end) {
		if (m.kind == FEED_ROW)
			take_row(t, &m);
		else if (m.kind == FEED_EVENT && take_event(t, m.name))
			return -EPROTO;
		else if (m.kind == FEED_TURN)
			take_turn(t, &m.turn);
	}
	return rc < 0 ? rc : 0;
}

static void take_feed(void *arg)
{
	struct top *t = arg;
	char part[65536];
	ssize_t got = recv(t->from, part, sizeof(part), MSG_DONTWAIT);

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got > 0 && !feed_put(&t->feed, part, (size_t)got) && !take_messages(t))
		return;
	t->lost = true;
	*t->end = true;
}

/* The recorder says first how it samples. */
static int take_hello(struct top *t, struct error *err)
{
	struct pollfd more = { .fd = t->from, .events = POLLIN };
	struct feed_message m = {};
	char part[sizeof(struct feed_head) + sizeof(struct feed_hello)];
	ssize_t got = poll(&more, 1, HELLO_MS) < 1 ? 0 :
						     recv(t->from, part, sizeof(part), MSG_WAITALL);

	if (got > 0 && feed_put(&t->feed, part, (size_t)got))
		return error_set(err, ENOMEM, "out of memory");
	if (got <= 0 || feed_take(&t->feed, &m) <= 0 || m.kind != FEED_HELLO)
		return error_set(
			err, EPROTO,
			"what the recorder sends is not understood: it runs another version");
	t->head.rate = m.hello.rate;
	t->figures = figures_new(m.hello.period_ns);
	return t->figures ? 0 : error_set(err, ENOMEM, "out of memory");
}

bool top_has_lost(const struct top *t)
{
	return t->lost;
}

/* ------------------------------------------------------------------------ new, free */

static struct top *make(struct loop *loop, bool *end, const struct options *o, const char *what)
{
	struct top *t = calloc(1, sizeof(*t));

	if (!t || loop_add_tick(loop, tick, t)) {
		free(t);
		return NULL;
	}
	t->loop = loop;
	t->end = end;
	t->options = o;
	t->interval = o->said[OPTION_INTERVAL] ? o->all.interval : INTERVAL;
	text_clean(t->what, what, strlen(what));
	t->head.what = t->what;
	t->head.interval = t->interval;
	view_init(&t->view);
	t->view.kind = o->view;
	t->view.waits = true;
	return t;
}

struct top *top_new(struct recorder *r, const struct options *o, const char *what,
		    struct error *err)
{
	struct top *t = make(recorder_loop(r), recorder_end(r), o, what);

	if (t)
		t->figures = new_figures(o);
	if (!t || !t->figures) {
		error_set(err, ENOMEM, "out of memory");
		top_free(t);
		return NULL;
	}
	t->flush = recorder_harvest(r);
	t->flush->show = take_last;
	t->flush->show_arg = t;
	/* Samples are taken before the screen begins, and they are of the first interval, too. */
	t->turned_ns = mono_ns();
	t->used_ns = used_ns();
	t->head.rate = options_rate(o);
	t->view.waits = options_off_cpu(o);
	t->view.event_cnt = figures_event_cnt(t->figures);
	return t;
}

struct top *top_new_watching(struct loop *loop, bool *end, int from, const struct options *o,
			     const char *what, struct error *err)
{
	struct top *t = make(loop, end, o, what);
	int rc;

	if (!t) {
		error_set(err, ENOMEM, "out of memory");
		return NULL;
	}
	t->from = from;
	t->view.pid = o->pid_cnt ? o->pids[0] : 0;
	rc = take_hello(t, err);
	if (!rc && loop_add_fd(loop, from, take_feed, t))
		rc = error_set(err, errno, "can't wait for the recorder: %s", strerror(errno));
	if (!rc)
		return t;
	top_free(t);
	errno = -rc;
	return NULL;
}

int top_begin(struct top *t, struct error *err)
{
	int rc;

	t->due_ns = mono_ns() + (uint64_t)(t->interval * 1e9);
	if (t->options->batch || !screen_is_possible())
		return 0;
	t->screen = screen_new(err);
	if (!t->screen)
		return -ENOTTY;
	rc = loop_add_fd(t->loop, STDIN_FILENO, take_keys, t);
	if (rc)
		return error_set(err, -rc, "can't read keys: %s", strerror(-rc));
	draw(t);
	return 0;
}

/* No interval was over: those that were shown have ended, or will be recorded no more. */
static uint64_t processes_taken(const struct top *t)
{
	const struct top_item *item = figures_items(t->figures, TOP_PROCESSES, 0);
	uint64_t cnt = 0;

	for (; item; item = item->hh.next)
		cnt++;
	return cnt;
}

void top_end(struct top *t)
{
	screen_free(t->screen);
	if (t->flush && !t->screen && !t->rounds && !ferror(stdout)) {
		t->head.processes = processes_taken(t);
		turn(t, mono_ns());
		print(t);
	}
	t->screen = NULL;
}

void top_free(struct top *t)
{
	if (!t)
		return;
	screen_free(t->screen);
	page_clear(&t->page);
	free(t->rows.all);
	view_release(&t->view);
	figures_free(t->figures);
	feed_buffer_release(&t->feed);
	free(t);
}
