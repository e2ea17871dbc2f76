// SPDX-License-Identifier: GPL-2.0-or-later
#include "top/top.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "drain/drain.h"
#include "nytprof/interp.h"
#include "options/options.h"
#include "output/flush.h"
#include "sample/ticks.h"
#include "session/recorder.h"
#include "top/detail.h"
#include "top/figures.h"
#include "top/page.h"
#include "top/screen.h"
#include "top/source_line.h"
#include "text/screen_text.h"
#include "top/view.h"
#include "tracee/tracee.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"

#define INTERVAL 1.0 /* seconds */

struct top {
	struct recorder *recorder;
	struct flush *flush;
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
	uint64_t ended_dropped, ended_torn; /* of processes that have ended */
	unsigned rounds; /* that were printed */
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
	return t->flush->drain ? drain_tracees(t->flush->drain) : NULL;
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
}

static void count_interp(const struct interp *in, struct tracee *tracee, void *arg)
{
	struct top *t = arg;

	if (tracee->unwanted)
		return;
	t->head.dropped += in->lost[LOSS_SAMPLES];
	t->head.torn += in->torn;
}

static int collect(struct top *t, struct error *err)
{
	struct tracee *tracee;
	int rc = flush_write(t->flush, false, err);

	t->head.dropped = t->ended_dropped;
	t->head.torn = t->ended_torn;
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
		*recorder_end(t->recorder) = true;
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
			*recorder_end(t->recorder) = true;
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

/* ------------------------------------------------------------------------ new, free */

struct top *top_new(struct recorder *r, const struct options *o, const char *what,
		    struct error *err)
{
	struct top *t = calloc(1, sizeof(*t));

	if (t)
		t->figures = figures_new(ticks_period_ns(options_rate(o)));
	if (!t || !t->figures || loop_add_tick(recorder_loop(r), tick, t)) {
		error_set(err, ENOMEM, "out of memory");
		top_free(t);
		return NULL;
	}
	t->recorder = r;
	t->options = o;
	t->flush = recorder_harvest(r);
	t->flush->show = take_last;
	t->flush->show_arg = t;
	/* Samples are taken before the screen begins, and they are of the first interval, too. */
	t->turned_ns = mono_ns();
	t->used_ns = used_ns();
	t->interval = o->said[OPTION_INTERVAL] ? o->all.interval : INTERVAL;
	text_clean(t->what, what, strlen(what));
	t->head.what = t->what;
	t->head.rate = options_rate(o);
	t->head.interval = t->interval;
	view_init(&t->view);
	t->view.kind = o->view;
	t->view.waits = options_off_cpu(o);
	return t;
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
	rc = loop_add_fd(recorder_loop(t->recorder), STDIN_FILENO, take_keys, t);
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
	if (!t->screen && !t->rounds && !ferror(stdout)) {
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
	free(t);
}
