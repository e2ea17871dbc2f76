// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics/span.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/growth.h"
#include "drain/drain.h"
#include "export/export.h"
#include "inspect/cgroup_path.h"
#include "output/flush.h"
#include "profile/profile.h"
#include "tracee/tracee.h"
#include "util/error.h"
#include "util/unit_name.h"

struct span {
	struct flush *flush;
	struct growth *growth;
	char unit[UNIT_NAME_MAX + 1]; /* "": all */
};

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

	if (is_wanted(s, t))
		growth_end(s->growth, t->profile, false);
}

/* All that was recorded up to now is in the profiles then. Without a drain, no perl has run yet. */
static int collect(const struct span *s, struct error *err)
{
	return s->flush->drain ? flush_write(s->flush, false, err) : 0;
}

static int cut_living(struct span *s)
{
	struct drain *drain = s->flush->drain;
	struct tracee *t;
	int rc = 0;

	for (t = drain ? drain_tracees(drain) : NULL; t && !rc; t = t->next) {
		if (is_wanted(s, t))
			rc = growth_cut(s->growth, t->profile);
	}
	return rc;
}

struct span *span_begin(struct flush *flush, const char *unit, struct error *err)
{
	struct span *s = calloc(1, sizeof(*s));
	int rc = 0;

	if (s) {
		s->flush = flush;
		snprintf(s->unit, sizeof(s->unit), "%s", unit);
		s->growth = growth_new(growth_now());
	}
	if (!s || !s->growth)
		rc = error_set(err, ENOMEM, "out of memory");
	rc = rc ?: collect(s, err);
	if (!rc && (cut_living(s) || growth_turn(s->growth)))
		rc = error_set(err, ENOMEM, "out of memory");
	if (!rc && flush_look_on(flush, add_ended, s))
		rc = error_set(err, EBUSY, "too many ask for profiles");
	if (rc) {
		span_free(s);
		return NULL;
	}
	return s;
}

void span_free(struct span *s)
{
	if (!s)
		return;
	flush_look_away(s->flush, s);
	growth_free(s->growth);
	free(s);
}

static int put_growth(const struct span *s, FILE *out)
{
	struct diff_stacks d;
	struct profile *sum;
	int rc = growth_read(s->growth, &d, &sum) ?: export_pprof(sum, &d.new, out);

	diff_stacks_release(&d);
	return rc;
}

static int put(const struct span *s, char **bytes, size_t *len)
{
	FILE *out = open_memstream(bytes, len);
	int rc = out ? put_growth(s, out) : -ENOMEM;

	if (out && fclose(out))
		rc = -ENOMEM;
	if (rc) {
		free(*bytes);
		*bytes = NULL;
	}
	return rc;
}

int span_turn(struct span *s, char **bytes, size_t *len, struct error *err)
{
	int rc = collect(s, err), anew;

	*bytes = NULL;
	if (rc)
		return rc;
	rc = cut_living(s) ?: put(s, bytes, len);
	anew = growth_turn(s->growth);
	return rc || anew ? error_set(err, ENOMEM, "out of memory") : 0;
}

int span_end(struct span *s, char **bytes, size_t *len, struct error *err)
{
	int rc = collect(s, err);

	*bytes = NULL;
	if (!rc && (cut_living(s) || put(s, bytes, len)))
		rc = error_set(err, ENOMEM, "out of memory");
	span_free(s);
	return rc;
}
