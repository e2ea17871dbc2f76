// SPDX-License-Identifier: GPL-2.0-or-later
/* Drain, outputs and finish, put together. */
#include "output/flush.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "drain/drain.h"
#include "figures/oom_kills.h"
#include "log/log.h"
#include "nytp/packed.h"
#include "nytprof/settings.h"
#include "options/options.h"
#include "output/flush_parts.h"
#include "output/group_sums.h"
#include "output/outputs.h"
#include "store/store.h"
#include "tracee/tracee.h"
#include "util/clock.h"
#include "util/error.h"

#define TICK_NS	 (100 * 1000000ull) /* the main loop's */
#define WRITE_NS (200 * 1000000ull) /* of writing what has ended, then the maps come first, */
#define TURN_NS	 (WRITE_NS / 4) /* and of that for one user, while others wait */
/*
 * So many profiles of one user may wait, as memory has an end.  A server's workers that end
 * together are fewer.  What is beyond is not written, but for root's.
 */
#define LEFT_MAX 2000

/* One that runs and does nothing has nothing new to write: what is removed of it would not come back. */
static bool is_used(const char *name, const void *arg)
{
	const struct flush *h = arg;
	const struct tracee *t = h->drain ? drain_tracees(h->drain) : NULL;
	const char *slash;

	for (; t; t = t->next) {
		slash = t->output.path ? strrchr(t->output.path, '/') : NULL;
		if (slash && !strcmp(slash + 1, name))
			return true;
	}
	return h->group_sums && group_sums_is_used(name, h->group_sums);
}

int flush_use_store(struct flush *h, struct store *store, const struct options *options)
{
	h->store = store;
	h->rotates = options->sampled;
	h->packed = packed_new(); /* without, each is deflated */
	outputs_use_store(h->outputs, store);
	store_spare(store, is_used, h);
	if (options->all.merge == MERGE_NOTHING)
		return 0;
	h->options = &options->nytprof;
	h->group_sums = group_sums_new(&options->all);
	return h->group_sums ? 0 : -ENOMEM;
}

void flush_release(struct flush *h)
{
	turns_release(&h->turns);
	group_sums_free(h->group_sums);
	packed_free(h->packed);
	outputs_free(h->outputs);
	drain_free(h->drain);
}

/* A full disk is not to fill another one with words. */
static void say_unwritten(struct flush *h, const struct error *err)
{
	uint64_t now = mono_ns();

	if (h->store && h->said_ns && now - h->said_ns < SAY_AGAIN_NS)
		return;
	h->said_ns = now;
	log_error("%s%s", err->text,
		  h->store ? "; further failures in the next minute are counted, not shown" : "");
}

/* Waiting for a disk is the flusher's: what it writes now is written anew when it has ended. */
static bool is_being_written(const struct tracee *t, void *arg)
{
	struct flush *h = arg;

	if (t->output.flush != h->flush)
		return false;
	h->behind = true;
	return true;
}

/* Is there something that flush_write should not put off any longer? */
static bool is_pressed(const struct flush *h)
{
	return h->failed || h->left || (h->behind && !h->flusher) || drain_is_pressed(h->drain);
}

/* What could not be read is lost, so the recording is to end, whoever asked when that happened. */
static int collect(struct flush *h, bool all, struct error *err)
{
	int rc = all ? drain_collect_last(h->drain, err) : drain_collect(h->drain, err);

	if (rc) {
		h->failed = rc;
		h->why = *err;
	} else if (h->failed && !all) {
		rc = h->failed;
		*err = h->why;
	}
	return rc;
}

/* Those that stay for now. */
static bool has_to_wait(const struct tracee *t, void *arg)
{
	struct flush *h = arg;

	if (h->flusher && is_being_written(t, h))
		return true;
	return !h->turns_over && turns_spent(&h->turns, t->user) >= TURN_NS;
}

/* The next one to be written: of users whose turn is not over, then of any. */
static struct tracee *next_tracee(struct flush *h, bool all)
{
	struct tracee *t = drain_take(h->drain, all, all ? NULL : has_to_wait, h);

	if (t || all || h->turns_over)
		return t;
	h->turns_over = true;
	return drain_take(h->drain, false, has_to_wait, h);
}

/* Its operator reads this before any report. */
static void say_killed(const struct tracee *t)
{
	const struct oom_kills kills = oom_kills_of(t->profile);

	if (!kills.cnt)
		return;
	if (kills.file)
		log_warning(
			"process %u was killed by the kernel for lack of memory, at %s:%u in %s",
			t->tgid, kills.file, kills.line, kills.sub);
	else
		log_warning("process %u was killed by the kernel for lack of memory, in %s",
			    t->tgid, kills.sub);
}

static void note_ended(struct flush *h, const struct tracee *t)
{
	h->events += t->events;
	h->torn += t->torn;
	if (t->unwanted)
		return;
	price_add(&h->price, &t->price);
	if (!h->show)
		say_killed(t);
}

int flush_look_on(struct flush *h, void (*look)(struct tracee *t, void *arg), void *arg)
{
	struct looker *one;

	for (one = h->lookers; one < h->lookers + LOOKERS_MAX; one++) {
		if (!one->look) {
			*one = (struct looker){ look, arg };
			return 0;
		}
	}
	return -EBUSY;
}

void flush_look_away(struct flush *h, const void *arg)
{
	struct looker *one;

	for (one = h->lookers; one < h->lookers + LOOKERS_MAX; one++) {
		if (one->arg == arg)
			*one = (struct looker){ 0 };
	}
}

static void let_go(struct flush *h, struct tracee *t)
{
	struct looker *one;

	for (one = h->lookers; one < h->lookers + LOOKERS_MAX; one++) {
		if (one->look)
			one->look(t, one->arg);
	}
	note_ended(h, t);
	drain_answer(h->drain, t);
	tracee_free(t);
}

/* One that can't be written is counted as such; the others are not to suffer. */
static void write_ended(struct flush *h, struct tracee *t)
{
	uint64_t begin_ns = mono_ns();
	struct error unwritten;

	t->end_ns = t->end_ns ?: clock_ns(h->clock);
	if (h->show)
		h->show(t, h->show_arg);
	else if (flush_write_tracee(h, t, true, &unwritten))
		say_unwritten(h, &unwritten);
	turns_spend(&h->turns, t->user, mono_ns() - begin_ns);
	let_go(h, t);
	flush_trim_if_due(h);
}

static bool is_within_budget(const struct tracee *t, void *arg)
{
	const struct flush *h = arg;

	return !t->user || turns_waiting(&h->turns, t->user) <= LEFT_MAX;
}

/*
 * A disk may take 100 ms for each file, and hundreds of processes end in a second: the rest is for
 * the next tick.  Of a user who has too many the oldest are only counted.
 */
static void leave_rest(struct flush *h)
{
	struct tracee *t;

	for (t = drain_tracees(h->drain); t; t = t->next) {
		if (t->live)
			continue;
		turns_wait(&h->turns, t->user, 1);
		h->left = true;
	}
	while ((t = drain_take(h->drain, false, is_within_budget, h))) {
		turns_wait(&h->turns, t->user, -1);
		outputs_drop(h->outputs, t);
		let_go(h, t);
	}
}

int flush_write(struct flush *h, bool all, struct error *err)
{
	struct tracee *t;
	struct error unwritten;
	int rc = collect(h, all, err);
	uint64_t begin_ns = mono_ns();

	h->behind = h->left = h->turns_over = false;
	turns_begin(&h->turns);
	while ((t = next_tracee(h, all))) {
		write_ended(h, t);
		if (!all && mono_ns() - begin_ns >= WRITE_NS) {
			leave_rest(h);
			break;
		}
	}
	if (all && h->group_sums) {
		flush_reap(h, 0);
		if (flush_write_merged(h, true, &unwritten))
			say_unwritten(h, &unwritten);
		group_sums_print_summary(h->group_sums);
	}
	if (all && h->store)
		store_trim(h->store);
	return rc;
}

int flush_update(struct flush *h, struct error *err)
{
	struct tracee *t;
	int rc = flush_write(h, false, err);

	for (t = drain_tracees(h->drain); t && !rc; t = t->next) {
		if (outputs_choose(h->outputs, t))
			rc = error_set(err, ENOMEM, "out of memory");
	}
	return rc;
}

int flush_start(struct flush *h, void (*say)(const struct outputs *out, int rc, void *arg),
		void *arg, struct error *err)
{
	return flush_update(h, err) ?: flush_start_child(h, false, NULL, say, arg, err);
}

int flush_start_some(struct flush *h, const struct flush_choice *choice,
		     void (*say)(const struct outputs *out, int rc, void *arg), void *arg,
		     struct error *err)
{
	int rc = flush_update(h, err);

	if (rc)
		return rc;
	flush_reap(h, WNOHANG);
	if (h->flusher)
		return error_set(err, EBUSY,
				 "another flush is under way: try again when it is over");
	return flush_start_child(h, false, choice, say, arg, err);
}

/* What was sampled in an interval is a profile of its own, and is over now. */
static int end_interval(struct flush *h, struct error *err)
{
	struct tracee *t;
	int rc = h->rotates ? collect(h, false, err) : 0;

	if (rc || !h->rotates)
		return rc;
	if (drain_rotate(h->drain))
		return error_set(err, ENOMEM, "out of memory");
	for (t = drain_tracees(h->drain); t; t = t->next)
		t->output.weight = t->output.weight ?:
					   flush_weight(t); /* there is nothing in it yet */
	return 0;
}

static int flush_due(struct flush *h, uint64_t now_ns, double interval, struct error *err)
{
	const struct tracee *t;
	uint64_t due = h->flush_at_ns ?: UINT64_MAX;
	bool due_merged;
	int rc;

	flush_trim_if_due(h);
	if (now_ns >= due)
		flush_reap(h, WNOHANG);
	if (now_ns >= due && h->flusher)
		return 0; /* a disk is slower than the interval: with the next tick */
	if (now_ns >= due || !h->flush_at_ns)
		h->flush_at_ns = now_ns + (uint64_t)(interval * 1e9);
	if (now_ns < due)
		return 0;
	if (h->store)
		drain_age(h->drain);
	rc = end_interval(h, err) ?: flush_update(h, err);
	if (h->group_sums)
		group_sums_sweep(h->group_sums, drain_tracees(h->drain));
	t = rc || h->rotates ? NULL : drain_tracees(h->drain);
	while (t && t->output.weight == flush_weight(t))
		t = t->next;
	due_merged = h->group_sums && group_sums_any_touched(h->group_sums);
	if (!rc && !t && !due_merged)
		h->flushed = time(NULL); /* there is nothing new */
	else if (!rc && flush_start_child(h, true, NULL, NULL, NULL, err))
		say_unwritten(h, err); /* all of it is there still: with the next one */
	return rc;
}

/*
 * A storm of short processes is collected together, with a tick.  A program that may wait for its
 * file gets it at once, but no sooner than a tick after the last one: whoever asks again and again
 * does not keep the others waiting.
 */
static bool is_due(const struct flush *h, bool tick, uint64_t now_ns)
{
	if (tick)
		return h->ended || is_pressed(h);
	return h->awaited && now_ns - h->wrote_ns >= TICK_NS;
}

int flush_turn(struct flush *h, bool tick, const struct options *options, struct error *err)
{
	uint64_t now_ns = mono_ns();
	int rc = tick && !h->show ? flush_due(h, now_ns, options->all.interval, err) : 0;

	if (tick && options->nytprof.start != START_BEGIN)
		drain_note_waiting(h->drain);
	if (rc || !is_due(h, tick, now_ns))
		return rc;
	h->ended = h->awaited = false;
	rc = flush_write(h, false, err);
	h->wrote_ns = mono_ns();
	return rc;
}
