// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/prices.h"

#include <bpf/bpf.h>

#include "attach/object_maps.h"
#include "drain/drain.h"
#include "output/flush.h"
#include "probes/probes.h"
#include "profile/price.h"
#include "tracee/tracee.h"
#include "util/clock.h"

/* The figures of a living interpreter are in its shadow, and go to its entry when somebody asks. */
static void note(const struct interp *in, struct tracee *t, void *arg)
{
	const struct maps *maps = arg;
	uint64_t args[2] = { in->base, in->tgid };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));

	(void)t;
	bpf_prog_test_run_opts(maps->note, &opts);
}

struct living {
	uint64_t now_ns;
	struct price *sum; /* NULL: each tracee has its own */
};

static void add(const struct interp *in, struct tracee *t, void *arg)
{
	const struct living *living = arg;
	struct price price;

	/* What a later part took is not known before it ends: the figures are those of all parts. */
	if (in->part || t->unwanted)
		return;
	tracee_price_so_far(in, living->now_ns, &price);
	price_add(living->sum ?: &t->price, &price);
}

void prices_note(struct flush *h)
{
	struct maps maps;

	probes_maps(h->probes, &maps);
	drain_each_interp(h->drain, note, &maps);
}

static void add_living(struct flush *h, struct price *sum)
{
	struct living living = { clock_ns(h->clock), sum };

	prices_note(h);
	drain_each_interp(h->drain, add, &living);
}

void prices_of_living(struct flush *h)
{
	add_living(h, NULL);
}

void prices_sum(struct flush *h, struct price *sum)
{
	const struct tracee *t;

	*sum = h->price;
	for (t = drain_tracees(h->drain); t; t = t->next) {
		if (!t->unwanted)
			price_add(sum, &t->price);
	}
	add_living(h, sum);
}
