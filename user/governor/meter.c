// SPDX-License-Identifier: GPL-2.0-or-later
/* The BPF side has the cost of each interpreter, and the kernel the time of each process. */
#include "governor/meter.h"

#include <stdlib.h>

#include "drain/drain.h"
#include "nytprof/interp.h"
#include "output/flush.h"
#include "output/prices.h"
#include "tracee/tracee.h"
#include "util/clock.h"
#include "util/cpu_time.h"

/* An interpreter, and what its probes had taken at the end of the last window. */
struct interp_cost {
	struct interp_key { /* where and when it began */
		uint64_t base;
		uint64_t start_ns;
		uint32_t tgid;
		uint32_t none;
	} key;
	uint64_t probes_ns;
	uint64_t waited_ns;
	bool seen;
	UT_hash_handle hh;
};

struct meter {
	struct process_cost *processes;
	struct interp_cost *interps;
	uint64_t looked_ns; /* 0: never */
	struct flush *flush; /* of this look */
};

struct meter *meter_new(void)
{
	return calloc(1, sizeof(struct meter));
}

static void drop_process(struct meter *c, struct process_cost *p)
{
	HASH_DEL(c->processes, p);
	free(p);
}

static void drop_interp(struct meter *c, struct interp_cost *i)
{
	HASH_DEL(c->interps, i);
	free(i);
}

/* Those that have ended; (all) or any. */
static void drop(struct meter *c, bool all)
{
	struct process_cost *p, *next_p;
	struct interp_cost *i, *next_i;

	HASH_ITER(hh, c->processes, p, next_p) {
		if (all || !p->seen)
			drop_process(c, p);
	}
	HASH_ITER(hh, c->interps, i, next_i) {
		if (all || !i->seen)
			drop_interp(c, i);
	}
}

void meter_free(struct meter *c)
{
	if (!c)
		return;
	drop(c, true);
	free(c);
}

/* NULL: out of memory. */
static struct process_cost *process_of(struct meter *c, pid_t pid)
{
	struct process_cost *p;

	HASH_FIND_INT(c->processes, &pid, p);
	if (p)
		return p;
	p = calloc(1, sizeof(*p));
	if (!p)
		return NULL;
	p->pid = pid;
	HASH_ADD_INT(c->processes, pid, p);
	return p;
}

/* NULL: out of memory. */
static struct interp_cost *interp_of(struct meter *c, const struct interp *in)
{
	const struct interp_key key = { in->base, in->start_ns, in->tgid, 0 };
	struct interp_cost *i;

	HASH_FIND(hh, c->interps, &key, sizeof(key), i);
	if (i)
		return i;
	i = calloc(1, sizeof(*i));
	if (!i)
		return NULL;
	i->key = key;
	HASH_ADD(hh, c->interps, key, sizeof(i->key), i);
	return i;
}

static int64_t growth(uint64_t *known, uint64_t now)
{
	int64_t grown = (int64_t)(now - *known);

	*known = now;
	return grown > 0 ? grown : 0;
}

static void begin_window(struct meter *c, struct process_cost *p, const struct interp *in,
			 const struct tracee *t)
{
	int64_t cpu_ns = cpu_time_ns(p->pid), before_ns = p->cpu_ns;

	p->seen = true;
	p->known = before_ns && cpu_ns >= before_ns;
	p->window.cpu_ns = p->known ? cpu_ns - before_ns : 0;
	p->window.probes_ns = p->window.waited_ns = 0;
	p->cpu_ns = cpu_ns;
	p->subject = detail_subject(c->flush->probes, in);
	p->begin_ns = t->start_ns;
}

static void add(const struct interp *in, struct tracee *t, void *arg)
{
	struct meter *c = arg;
	struct process_cost *p = t->unwanted ? NULL : process_of(c, (pid_t)in->tgid);
	struct interp_cost *i = p ? interp_of(c, in) : NULL;

	if (!i)
		return;
	if (!p->seen)
		begin_window(c, p, in, t);
	i->seen = true;
	p->window.probes_ns += growth(&i->probes_ns, in->overhead_ns);
	p->window.waited_ns += growth(&i->waited_ns, in->waited_ns);
}

struct process_cost *meter_look(struct meter *c, struct flush *h)
{
	uint64_t now_ns = mono_ns();
	struct process_cost *p;
	struct interp_cost *i;

	for (p = c->processes; p; p = p->hh.next)
		p->seen = false;
	for (i = c->interps; i; i = i->hh.next)
		i->seen = false;
	c->flush = h;
	prices_note(h);
	drain_each_interp(h->drain, add, c);
	drop(c, false);
	for (p = c->processes; p; p = p->hh.next)
		p->window.elapsed_ns = c->looked_ns ? (int64_t)(now_ns - c->looked_ns) : 0;
	c->looked_ns = now_ns;
	return c->processes;
}
