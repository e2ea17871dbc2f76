// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/probe_errors.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/param.h>

#include "figures/probe_counts.h"
#include "profile/price.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define PRICE_MOST 1000000ul /* ns */
#define LEAST	   1000 /* probes: of fewer the error is some microseconds */

/* A line and the probes of its calls. */
struct line_calls {
	uint64_t key;
	double probes;
};

static uint64_t line_key(uint32_t fid, uint32_t line)
{
	return (uint64_t)fid << 32 | line;
}

static int compare(const void *a, const void *b)
{
	const struct line_calls *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

static int64_t error_of(const struct probe_errors *e, double probes)
{
	double ns = probes * (double)e->each_ns;

	if (probes < LEAST)
		return 0;
	return ns < (double)INT64_MAX ? (int64_t)ns : INT64_MAX;
}

/* Sorted lines that are equal become one. */
static size_t join(struct line_calls *lines, size_t cnt)
{
	size_t kept = 0, i;

	for (i = 0; i < cnt; i++) {
		if (kept && lines[kept - 1].key == lines[i].key)
			lines[kept - 1].probes += lines[i].probes;
		else
			lines[kept++] = lines[i];
	}
	return kept;
}

static int make_lines(struct probe_errors *e, const struct profile *p)
{
	const struct profile_call *call;
	size_t cnt = 0;

	e->lines = calloc(HASH_COUNT(p->calls) + 1, sizeof(*e->lines));
	if (!e->lines)
		return -ENOMEM;
	for (call = p->calls; call; call = call->hh.next) {
		double each = p->subs[call->id.callee]->xsub ? 2 : 1;

		e->lines[cnt++] = (struct line_calls){ line_key(call->id.fid, call->id.line),
						       each * (double)call->counts.cnt };
	}
	sort(e->lines, cnt, sizeof(*e->lines), compare);
	e->line_cnt = join(e->lines, cnt);
	return 0;
}

static int make_subs(struct probe_errors *e, const struct profile *p)
{
	struct sub_probes *probes __cleanup(free_ptr) = sub_probes(p);
	size_t i;

	if (!probes)
		return -ENOMEM;
	for (i = 0; i < p->sub_cnt; i++)
		e->subs[i] = (struct sub_error){ error_of(e, probes[i].excl),
						 error_of(e, probes[i].incl) };
	return 0;
}

int probe_errors_make(struct probe_errors *e, const struct profile *p)
{
	const char *price = profile_attr(p, "agent_probe_ns");
	unsigned long ns = price ? strtoul(price, NULL, 10) : 0;
	int rc = 0;

	*e = (struct probe_errors){
		.each_ns = (int64_t)((double)MIN(ns, PRICE_MOST) * price_unknown(ns)),
		.subs = calloc(p->sub_cnt + 1, sizeof(*e->subs)),
	};
	if (!e->subs)
		return -ENOMEM;
	if (e->each_ns)
		rc = make_subs(e, p) ?: make_lines(e, p);
	if (rc)
		probe_errors_release(e);
	return rc;
}

void probe_errors_release(struct probe_errors *e)
{
	free(e->subs);
	free(e->lines);
	*e = (struct probe_errors){};
}

int64_t line_error(const struct probe_errors *e, uint32_t fid, uint32_t line, uint64_t cnt)
{
	const struct line_calls key = { .key = line_key(fid, line) };
	const struct line_calls *calls;

	calls = find_sorted(&key, e->lines, e->line_cnt, sizeof(key), compare);
	return error_of(e, (double)cnt + (calls ? calls->probes : 0));
}

const char *error_mark(int64_t ns, int64_t error_ns)
{
	return ns < error_ns ? "~" : "";
}
