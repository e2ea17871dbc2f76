// SPDX-License-Identifier: GPL-2.0-or-later
/* In the main loop: when a profile is made, and how it gets to the sender. */
#include "push/push.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "drain/drain.h"
#include "log/log.h"
#include "options/options.h"
#include "output/flush.h"
#include "push/batch.h"
#include "push/pods.h"
#include "push/sender.h"
#include "push/series.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"

#define CUT_NS (50 * 1000000ull) /* of a tick: the other processes are cut with the next ones */

struct push {
	const struct options *options;
	struct sender *sender;
	struct pods *pods; /* NULL: --pods is not given */
	struct sender_sums sums;
	struct flush *flush; /* NULL: there is no recording */
	struct series_table *series;
	uint64_t turn_ns; /* mono_ns(): when the next turn is due */
	bool cutting;
	struct batch *batch; /* that is being made; NULL: none */
};

int push_new(struct push **made, const struct options *options, struct error *err)
{
	struct push *p;

	*made = NULL;
	if (!options->push.url)
		return 0;
	p = calloc(1, sizeof(*p));
	if (!p)
		return error_set(err, ENOMEM, "out of memory");
	p->options = options;
	if (options->push.pods)
		p->pods = pods_new(options->push.pods, err);
	if (!options->push.pods || p->pods)
		p->sender = sender_new(&options->push, err);
	if (!p->sender) {
		pods_free(p->pods);
		free(p);
		return -EINVAL;
	}
	*made = p;
	return 0;
}

/* --------------------------------------------------------------------------- turns */

static void look(struct tracee *t, void *arg)
{
	const struct push *p = arg;

	series_end(p->series, t);
}

/* What is recorded up to now is in the profiles then. A failure is told to the main loop, too. */
static void collect(struct push *p)
{
	struct error err;

	if (p->flush->drain && flush_write(p->flush, false, &err))
		log_verbose("push: %s", err.text);
}

static void take_batch(struct push *p, bool wait)
{
	if (p->batch && batch_take(p->batch, p->sender, wait))
		p->batch = NULL;
}

static void begin_turn(struct push *p, uint64_t now_ns)
{
	p->turn_ns = now_ns + (uint64_t)(p->options->all.interval * 1e9);
	pods_refresh(p->pods);
	collect(p);
	series_begin_cut(p->series);
	p->cutting = true;
}

/* Those who live are cut, with the last batch out of the way. */
static void end_turn(struct push *p, bool apart)
{
	unsigned lost = series_lost(p->series);
	const struct series *s;

	p->cutting = false;
	p->batch = batch_make(p->series, p->options->push.format, p->pods, apart);
	for (s = p->batch ? NULL : series_all(p->series); s; s = s->next)
		lost++;
	if (lost)
		log_warning("push: %u profiles could not be made, and are dropped: out of memory",
			    lost);
	while (lost--)
		sender_note_unmade(p->sender);
	series_turn(p->series);
}

static int tick(void *arg, uint64_t now_ns, struct error *err)
{
	struct push *p = arg;

	(void)err;
	take_batch(p, false);
	if (now_ns >= p->turn_ns && !p->cutting)
		begin_turn(p, now_ns);
	if (p->cutting && series_cut(p->series, CUT_NS) && !p->batch && !pods_is_busy(p->pods))
		end_turn(p, true);
	return 0;
}

/* All profiles are complete, and have been looked at: nobody lives. */
static void end(void *arg)
{
	struct push *p = arg;

	pods_refresh(p->pods);
	pods_wait(p->pods);
	take_batch(p, true);
	end_turn(p, false);
	take_batch(p, true);
}

int push_watch(struct push *p, struct flush *flush, struct loop *loop, struct error *err)
{
	int rc;

	if (!p)
		return 0;
	p->flush = flush;
	p->series = series_new(flush, &p->options->push);
	p->turn_ns = mono_ns() + (uint64_t)(p->options->all.interval * 1e9);
	rc = p->series ? flush_look_on(flush, look, p) : -ENOMEM;
	rc = rc ?: loop_add_tick(loop, tick, p) ?: loop_add_end(loop, end, p);
	return rc ? error_set(err, -rc, "can't start: %s", strerror(-rc)) : 0;
}

void push_unwatch(struct push *p)
{
	if (!p || !p->flush)
		return;
	flush_look_away(p->flush, p);
	batch_free(p->batch);
	p->batch = NULL;
	series_free(p->series);
	p->series = NULL;
	p->flush = NULL;
}

/* ----------------------------------------------------------------------------- say */

static const char *plural(uint64_t cnt)
{
	return cnt == 1 ? "" : "s";
}

static void say_rest(const struct push *p, const struct sender_sums *sums)
{
	const uint64_t waiting = sums->waiting.cnt, dropped = sums->dropped.cnt;
	const char *why = sender_why(p->sender);

	if (waiting)
		log_warning("push: %" PRIu64
			    " profile%s in %s; the next recording with this --push "
			    "sends %s: %s",
			    waiting, waiting == 1 ? " waits" : "s wait", p->options->push.queue,
			    waiting == 1 ? "it" : "them", *why ? why : "the time was short");
	if (sums->refused.cnt)
		log_warning("push: %s has refused %" PRIu64 " profile%s", p->options->push.url,
			    sums->refused.cnt, plural(sums->refused.cnt));
	if (dropped)
		log_warning("push: %" PRIu64 " profile%s with %" PRIu64 " %s: dropped", dropped,
			    plural(dropped), sums->dropped.values,
			    p->options->sampled ? "samples" : "calls");
}

void push_finish(struct push *p)
{
	const struct sender_sums *sums;

	if (!p)
		return;
	sender_end(p->sender);
	sums = push_sums(p);
	log_info("push: sent %" PRIu64 " profile%s to %s", sums->sent.cnt, plural(sums->sent.cnt),
		 p->options->push.url);
	say_rest(p, sums);
}

const struct sender_sums *push_sums(struct push *p)
{
	if (!p)
		return NULL;
	sender_sum(p->sender, &p->sums);
	return &p->sums;
}

void push_free(struct push *p)
{
	if (!p)
		return;
	push_unwatch(p);
	sender_free(p->sender);
	pods_free(p->pods);
	free(p);
}
