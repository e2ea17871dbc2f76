// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The profiles of those who live when it begins are subtracted from those of who has ended since then
 * and of who lives when it ends. Profiles only grow, so the difference is what the span has.
 */
#include "metrics/span.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "diff/diff.h"
#include "diff/flame.h"
#include "drain/drain.h"
#include "export/export.h"
#include "inspect/cgroup_path.h"
#include "output/flush.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/unit_name.h"

struct span {
	struct flush *flush;
	struct merge *before, *after;
	char unit[UNIT_NAME_MAX + 1]; /* "": all */
	double begin; /* seconds since the epoch */
	int rc; /* -errno: something is missing */
};

static double epoch(void)
{
	return (double)clock_ns(CLOCK_REALTIME) / 1e9;
}

static bool is_wanted(const struct span *s, const struct tracee *t)
{
	struct cgroup_name unit;

	if (t->unwanted || !*s->unit)
		return !t->unwanted;
	return t->cgroup && cgroup_unit(t->cgroup, &unit) &&
	       unit_name_fits(s->unit, strlen(s->unit), unit.text, unit.len);
}

static void add_ended(struct tracee *t, void *arg)
{
	struct span *s = arg;

	if (is_wanted(s, t) && !s->rc)
		s->rc = merge_add(s->after, t->profile);
}

/* All that was recorded up to now is in the profiles then. Without a drain, no perl has run yet. */
static int collect(const struct span *s, struct error *err)
{
	return s->flush->drain ? flush_write(s->flush, false, err) : 0;
}

static int add_living(struct span *s, struct merge *to)
{
	struct drain *drain = s->flush->drain;
	struct tracee *t;

	for (t = drain ? drain_tracees(drain) : NULL; t && !s->rc; t = t->next) {
		if (is_wanted(s, t))
			s->rc = merge_add(to, t->profile);
	}
	return s->rc;
}

struct span *span_begin(struct flush *flush, const char *unit, struct error *err)
{
	struct span *s = calloc(1, sizeof(*s));
	int rc = 0;

	if (s) {
		s->flush = flush;
		snprintf(s->unit, sizeof(s->unit), "%s", unit);
		s->before = merge_new();
		s->after = merge_new();
	}
	if (!s || !s->before || !s->after)
		rc = error_set(err, ENOMEM, "out of memory");
	rc = rc ?: collect(s, err);
	if (!rc && add_living(s, s->before))
		rc = error_set(err, ENOMEM, "out of memory");
	if (!rc && flush_look_on(flush, add_ended, s))
		rc = error_set(err, EBUSY, "too many ask for profiles");
	if (rc) {
		span_free(s);
		return NULL;
	}
	s->begin = epoch();
	return s;
}

void span_free(struct span *s)
{
	if (!s)
		return;
	flush_look_away(s->flush, s);
	merge_free(s->before);
	merge_free(s->after);
	free(s);
}

/* Own times are measured less what probes take, so a time can become less by a little. */
static void subtract(struct diff_stacks *d)
{
	size_t i;

	for (i = 0; i < d->new.cnt; i++) {
		const struct stack *was = diff_stacks_old(d, i);
		struct stack *now = &d->new.all[i];

		if (!was)
			continue;
		now->cnt -= was->cnt < now->cnt ? was->cnt : now->cnt;
		now->ns = was->ns < now->ns ? now->ns - was->ns : 0;
	}
}

static int put_difference(const struct span *s, FILE *out)
{
	const struct diff_side old = { .sum = merge_profile(s->before) },
			       new = { .sum = merge_profile(s->after) };
	struct diff_stacks d;
	int rc;

	if (!old.sum || !new.sum)
		return -ENOMEM;
	new.sum->start = s->begin;
	new.sum->end = epoch();
	rc = diff_stacks_make(&d, &old, &new);
	if (!rc) {
		subtract(&d);
		rc = export_pprof(new.sum, &d.new, out);
	}
	diff_stacks_release(&d);
	return rc;
}

static int put(const struct span *s, char **bytes, size_t *len)
{
	FILE *out = open_memstream(bytes, len);
	int rc = out ? put_difference(s, out) : -ENOMEM;

	if (out && fclose(out))
		rc = -ENOMEM;
	if (rc) {
		free(*bytes);
		*bytes = NULL;
	}
	return rc;
}

/* Who lives now is where the next one begins. */
static int begin_anew(struct span *s)
{
	merge_free(s->before);
	merge_free(s->after);
	s->before = merge_new();
	s->after = merge_new();
	s->rc = s->before && s->after ? 0 : -ENOMEM;
	s->begin = epoch();
	return s->rc ?: add_living(s, s->before);
}

int span_turn(struct span *s, char **bytes, size_t *len, struct error *err)
{
	int rc = collect(s, err), anew;

	*bytes = NULL;
	if (rc)
		return rc;
	rc = add_living(s, s->after) ?: put(s, bytes, len);
	anew = begin_anew(s);
	return rc || anew ? error_set(err, ENOMEM, "out of memory") : 0;
}

int span_end(struct span *s, char **bytes, size_t *len, struct error *err)
{
	int rc = collect(s, err);

	*bytes = NULL;
	if (!rc && (add_living(s, s->after) || put(s, bytes, len)))
		rc = error_set(err, ENOMEM, "out of memory");
	span_free(s);
	return rc;
}
