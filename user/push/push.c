// SPDX-License-Identifier: GPL-2.0-or-later
/* In the main loop: when a profile is made, and how it gets to the sender. */
#include "push/push.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "diff/growth.h"
#include "drain/drain.h"
#include "log/log.h"
#include "options/options.h"
#include "output/flush.h"
#include "push/encode.h"
#include "push/sender.h"
#include "push/series.h"
#include "stacks/stacks.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"

#define TICK_NS (50 * 1000000ull) /* of a tick: the rest of the series comes with the next ones */

struct push {
	const struct options *options;
	struct sender *sender;
	struct sender_sums sums;
	struct flush *flush; /* NULL: there is no recording */
	struct series_table *series;
	uint64_t turn_ns; /* mono_ns(): when the next turn is due */
	uint64_t unmade; /* profiles that could not be made */
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
	p->sender = sender_new(&options->push, err);
	if (!p->sender) {
		free(p);
		return -EINVAL;
	}
	*made = p;
	return 0;
}

/* ---------------------------------------------------------------------------- make */

static uint64_t count_values(const struct stacks *s)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < s->cnt; i++)
		sum += s->all[i].cnt;
	return sum;
}

static bool has_any(const struct stacks *s)
{
	size_t i;

	for (i = 0; i < s->cnt; i++) {
		if (s->all[i].cnt || s->all[i].ns)
			return true;
	}
	return false;
}

static int encode(const struct push *p, const struct series *s, const struct profile *sum,
		  const struct stacks *stacks, FILE *out)
{
	if (p->options->push.format == PUSH_OTLP)
		return encode_otlp(&s->labels, sum, stacks, out);
	return encode_pyroscope(&s->labels, sum, stacks, out);
}

/* A file in memory: the sender has it, even if it is slow. */
static int hand_over(struct push *p, const struct series *s, const struct profile *sum,
		     const struct stacks *stacks)
{
	int fd = memfd_create("push", MFD_CLOEXEC);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
	int rc;

	if (!out) {
		rc = -errno;
		if (fd >= 0)
			close(fd);
		return rc;
	}
	rc = encode(p, s, sum, stacks, out);
	if (!rc && (fflush(out) || ferror(out) || !ftell(out)))
		rc = -EIO;
	if (!rc)
		sender_give(p->sender, fd, count_values(stacks));
	fclose(out);
	return rc;
}

static int send_series(struct push *p, struct series *s)
{
	struct diff_stacks d = {};
	struct profile *sum;
	int rc = series_complete(p->series, s) ?: growth_read(s->growth, &d, &sum);

	if (!rc && has_any(&d.new))
		rc = hand_over(p, s, sum, &d.new);
	diff_stacks_release(&d);
	return series_turn(p->series, s) ?: rc;
}

static void send_one(struct push *p, struct series *s)
{
	int rc = send_series(p, s);

	if (!rc)
		return;
	p->unmade++;
	log_warning("push: a profile of %s can't be made: %s", labels_service(&s->labels),
		    strerror(-rc));
}

/* --------------------------------------------------------------------------- when */

static void look(struct tracee *t, void *arg)
{
	const struct push *p = arg;

	series_add_ended(p->series, t);
}

static void begin_turn(struct push *p, uint64_t now_ns)
{
	p->turn_ns = now_ns + (uint64_t)(p->options->all.interval * 1e9);
	series_begin_turn(p->series);
}

/* What is recorded up to now is in the profiles then. A failure is told to the main loop, too. */
static void collect(struct push *p)
{
	struct error err;

	if (p->flush->drain && flush_write(p->flush, false, &err))
		log_verbose("push: %s", err.text);
}

static int tick(void *arg, uint64_t now_ns, struct error *err)
{
	struct push *p = arg;
	struct series *s;

	(void)err;
	if (now_ns >= p->turn_ns) {
		collect(p);
		begin_turn(p, now_ns);
	} else if (series_next_due(p->series)) {
		collect(p);
	}
	while ((s = series_next_due(p->series)) && mono_ns() - now_ns < TICK_NS)
		send_one(p, s);
	return 0;
}

/* All profiles are complete, and have been looked at. */
static void end(void *arg)
{
	struct push *p = arg;
	struct series *s;

	begin_turn(p, mono_ns());
	while ((s = series_next_due(p->series)))
		send_one(p, s);
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
	const uint64_t waiting = sums->waiting.cnt, dropped = sums->dropped.cnt + p->unmade;
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
	free(p);
}
