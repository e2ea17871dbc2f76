// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics/pull_spans.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "log/log.h"
#include "metrics/pulls.h"
#include "metrics/span.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"

#define UNASKED_NS 3600000000000ull /* then nobody wants the delta any more */

struct pull_spans {
	struct pulls *pulls;
	struct flush *flush;
	struct span *of[PULLS_MAX]; /* by place; NULL: nobody waits there */
	uint64_t due_ns[PULLS_MAX]; /* mono_ns() */
	struct span *delta; /* since the last one who asked for it; NULL: nobody has */
	uint64_t asked_ns;
};

/* Who waits is told that there is none; the reason is for the journal. */
static void give(struct pull_spans *p, int place, struct span *s, bool goes_on)
{
	struct error err;
	char *bytes = NULL;
	size_t len = 0;
	int rc = 0;

	if (s)
		rc = goes_on ? span_turn(s, &bytes, &len, &err) : span_end(s, &bytes, &len, &err);
	if (rc)
		log_warning("a profile can't be served: %s", err.text);
	pulls_give(p->pulls, place, bytes, len);
}

static struct span *begin(struct pull_spans *p, const char *unit)
{
	struct error err;
	struct span *s = span_begin(p->flush, unit, &err);

	if (!s)
		log_warning("a profile can't be served: %s", err.text);
	return s;
}

/* The first one begins the span, and gets an empty one. */
static void give_delta(struct pull_spans *p, int place)
{
	p->delta = p->delta ?: begin(p, "");
	p->asked_ns = mono_ns();
	give(p, place, p->delta, true);
}

static void take(void *arg)
{
	struct pull_spans *p = arg;
	struct pull_request request;
	int place;

	while ((place = pulls_next(p->pulls, &request)) >= 0) {
		if (request.kind == PULL_DELTA) {
			give_delta(p, place);
			continue;
		}
		p->of[place] = begin(p, request.unit);
		p->due_ns[place] = mono_ns() + request.seconds * 1000000000ull;
		if (!p->of[place])
			give(p, place, NULL, false);
	}
}

static void give_place(struct pull_spans *p, int place)
{
	struct span *s = p->of[place];

	p->of[place] = NULL;
	give(p, place, s, false);
}

static int tick(void *arg, uint64_t now_ns, struct error *err)
{
	struct pull_spans *p = arg;
	int i;

	(void)err;
	for (i = 0; i < PULLS_MAX; i++) {
		if (p->of[i] && now_ns >= p->due_ns[i])
			give_place(p, i);
	}
	if (p->delta && now_ns >= p->asked_ns + UNASKED_NS) {
		span_free(p->delta);
		p->delta = NULL;
	}
	return 0;
}

/* The recording ends: who waits gets what there is. */
static void end(void *arg)
{
	struct pull_spans *p = arg;
	int i;

	take(p);
	for (i = 0; i < PULLS_MAX; i++) {
		if (p->of[i])
			give_place(p, i);
	}
	span_free(p->delta);
	p->delta = NULL;
	pulls_end(p->pulls);
}

int pull_spans_new(struct pull_spans **made, struct pulls *pulls, struct flush *flush,
		   struct loop *loop)
{
	struct pull_spans *p = calloc(1, sizeof(*p));

	*made = p;
	if (!p)
		return -ENOMEM;
	p->pulls = pulls;
	p->flush = flush;
	return loop_add_fd(loop, pulls_fd(pulls), take, p) ?:
		       loop_add_tick(loop, tick, p)	   ?:
							     loop_add_end(loop, end, p);
}

void pull_spans_free(struct pull_spans *p)
{
	int i;

	for (i = 0; p && i < PULLS_MAX; i++)
		span_free(p->of[i]);
	if (p)
		span_free(p->delta);
	free(p);
}
