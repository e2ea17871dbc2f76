// SPDX-License-Identifier: GPL-2.0-or-later
#include "governor/governor.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "drain/drain.h"
#include "governor/meter.h"
#include "governor/decide.h"
#include "governor/sampler.h"
#include "log/log.h"
#include "nytprof/interp.h"
#include "options/options.h"
#include "output/flush.h"
#include "perl/perl_image.h"
#include "probes/probes.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"

#define WINDOW_NS (500 * 1000000ull)

/* Those who share a budget. */
struct governed {
	int key; /* the process id, or below 0: of a build */
	struct subject who;
	enum detail detail;
	struct gauge gauge;
	bool at_end; /* over the budget, and there is nothing more to leave out */
	struct lessened steps[DETAIL_CNT];
	struct window sum; /* of the last window, over all processes */
	uint64_t begin_ns; /* of the first profile */
	UT_hash_handle hh;
};

struct governor {
	const struct options *options;
	struct flush *flush;
	struct meter *meter;
	struct process_cost *processes; /* of the last window */
	struct governed *all;
	struct samplers samplers;
	uint64_t look_ns; /* CLOCK_MONOTONIC: when the next window begins */
};

/* ------------------------------------------------------------------------ who */

static int key_of(const struct subject *s)
{
	return s->pid ? s->pid : -1 - (int)s->build;
}

static struct governed *find(const struct governor *g, int key)
{
	struct governed *s;

	HASH_FIND_INT(g->all, &key, s);
	return s;
}

/* NULL: out of memory. */
static struct governed *get(struct governor *g, const struct subject *who)
{
	int key = key_of(who);
	struct governed *s = find(g, key);

	if (s)
		return s;
	s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->key = key;
	s->who = *who;
	HASH_ADD_INT(g->all, key, s);
	return s;
}

void governor_forked(struct governor *g, pid_t parent, pid_t child)
{
	const struct governed *of = g ? find(g, parent) : NULL;
	struct governed *s;

	if (!of || !of->detail)
		return;
	s = get(g, &(struct subject){ child, of->who.build });
	if (!s)
		return;
	s->detail = of->detail;
	memcpy(s->steps, of->steps, sizeof(s->steps));
}

bool governor_owns(const struct governor *g, pid_t pid)
{
	return g && samplers_have(&g->samplers, pid);
}

/* ---------------------------------------------------------------------- profiles */

/* For a process that began later the step was at its begin; for one that ended before there was none. */
static void mark(struct lessened *to, const struct lessened *step, const struct tracee *t)
{
	*to = (struct lessened){};
	if (!step->at_ns || t->end_ns <= step->at_ns)
		return;
	*to = *step;
	if (to->at_ns >= t->start_ns)
		return;
	to->at_ns = t->start_ns;
	to->lost_ns = 0;
}

static void mark_tracee(struct tracee *t, void *arg)
{
	const struct governor *g = arg;
	const struct governed *s = find(g, (int)t->tgid);

	s = s ?: find(g, key_of(&(struct subject){ 0, t->build }));
	if (!s)
		return;
	mark(&t->no_stmts, &s->steps[DETAIL_SUBS], t);
	mark(&t->no_calls, &s->steps[DETAIL_NONE], t);
}

struct governor *governor_new(const struct options *options, struct flush *h)
{
	struct governor *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->options = options;
	g->flush = h;
	g->meter = meter_new();
	if (!g->meter) {
		free(g);
		return NULL;
	}
	h->mark = mark_tracee;
	h->mark_arg = g;
	return g;
}

void governor_free(struct governor *g)
{
	struct governed *s, *next;

	if (!g)
		return;
	HASH_ITER(hh, g->all, s, next) {
		HASH_DEL(g->all, s);
		free(s);
	}
	meter_free(g->meter);
	free(g);
}

/* -------------------------------------------------------------------------- steps */

struct step {
	struct governor *g;
	struct governed *s;
	enum detail to;
	uint64_t at_ns;
};

static void cut_one(const struct interp *in, struct tracee *t, void *arg)
{
	const struct step *step = arg;
	struct probes *probes = step->g->flush->probes;
	const struct subject who = detail_subject(probes, in);

	(void)t;
	if (key_of(&who) == step->s->key)
		detail_cut_interp(probes, in, step->at_ns, step->to == DETAIL_NONE);
}

static void cut(uint64_t at_ns, void *arg)
{
	struct step *step = arg;

	step->at_ns = at_ns;
	drain_each_interp(step->g->flush->drain, cut_one, step);
}

static int sample(struct governor *g, const struct governed *s, char **file, struct error *err)
{
	const struct process_cost *p;
	pid_t pids[PIDS_MAX];
	size_t cnt = 0;

	for (p = g->processes; p && cnt < PIDS_MAX; p = p->hh.next) {
		if (key_of(&p->subject) == s->key)
			pids[cnt++] = p->pid;
	}
	return samplers_start(&g->samplers, g->options, pids, cnt, file, err);
}

static void name_of(const struct governor *g, const struct governed *s, char *name, size_t size)
{
	if (s->who.pid)
		snprintf(name, size, "process %d", s->who.pid);
	else
		snprintf(name, size, "%s, in all its processes",
			 probes_image(g->flush->probes, s->who.build)->path);
}

static void say_subs(const struct governed *s, const char *name)
{
	const struct lessened *l = &s->steps[DETAIL_SUBS];

	log_warning("%s: recording costs %.0f %%, over the budget of %g %%: statements are no "
		    "longer recorded, only calls; statement counts end at %.3f s (nothing was "
		    "recorded for %.0f ms)",
		    name, l->cost, l->budget, (double)(l->at_ns - s->begin_ns) / 1e9,
		    (double)l->lost_ns / 1e6);
}

static void say_sampled(const struct governed *s, const char *name, const char *file)
{
	const struct lessened *l = &s->steps[DETAIL_NONE];

	log_warning("%s: recording costs %.0f %%, over the budget of %g %%: its profile ends at "
		    "%.3f s; from now on it is sampled, into %s",
		    name, l->cost, l->budget, (double)(l->at_ns - s->begin_ns) / 1e9, file);
}

static void say_ended(const struct governed *s, const char *name, const struct error *err)
{
	const struct lessened *l = &s->steps[DETAIL_NONE];

	log_warning("%s: recording costs %.0f %%, over the budget of %g %%: its profile ends at "
		    "%.3f s; it can't be sampled: %s",
		    name, l->cost, l->budget, (double)(l->at_ns - s->begin_ns) / 1e9, err->text);
}

/* What it gets next; the same: there is no other one. */
static enum detail next_detail(const struct governor *g, enum detail now)
{
	const struct nytprof_options *o = &g->options->nytprof;

	if (now == DETAIL_ALL && o->stmts && o->subs)
		return DETAIL_SUBS;
	return g->options->all.on ? now : DETAIL_NONE;
}

static void say_at_end(struct governed *s, const char *name, double cost, double budget)
{
	if (!s->at_end)
		log_warning("%s: recording costs %.0f %%, over the budget of %g %%: with --all "
			    "the last step is to calls",
			    name, cost, budget);
	s->at_end = true;
}

static void lower(struct governor *g, struct governed *s, double cost)
{
	struct step step = { .g = g, .s = s, .to = next_detail(g, s->detail) };
	char name[512], *file __cleanup(free_ptr) = NULL;
	struct error err;
	uint64_t at_ns = 0;
	int rc;

	name_of(g, s, name, sizeof(name));
	if (step.to == s->detail) {
		say_at_end(s, name, cost, g->options->overhead);
		return;
	}
	rc = detail_lower(g->flush->probes, &s->who, step.to, &at_ns, cut, &step, &err);
	if (rc == -ESRCH)
		return;
	s->detail = rc ? DETAIL_NONE : step.to;
	s->steps[s->detail] = (struct lessened){ .at_ns = at_ns,
						 .lost_ns = clock_ns(g->flush->clock) - at_ns,
						 .cost = cost,
						 .budget = g->options->overhead };
	g->flush->steps[s->detail]++;
	if (!rc && s->detail == DETAIL_SUBS) {
		say_subs(s, name);
		return;
	}
	g->flush->ended = true;
	rc = rc ?: sample(g, s, &file, &err);
	if (rc)
		say_ended(s, name, &err);
	else
		say_sampled(s, name, file);
}

/* --------------------------------------------------------------------------- loop */

static void add(struct governor *g, const struct process_cost *p)
{
	struct governed *s = p->known ? get(g, &p->subject) : NULL;

	if (!s)
		return;
	if (!s->begin_ns)
		s->begin_ns = p->begin_ns;
	s->sum.elapsed_ns = p->window.elapsed_ns;
	s->sum.cpu_ns += p->window.cpu_ns;
	s->sum.probes_ns += p->window.probes_ns;
	s->sum.waited_ns += p->window.waited_ns;
}

static void judge(struct governor *g, struct governed *s)
{
	const struct window w = s->sum;
	double cost = window_cost(&w);

	s->sum = (struct window){};
	if (window_counts(&w) && gauge_exceeds(&s->gauge, cost, g->options->overhead))
		lower(g, s, cost);
}

static void look(struct governor *g)
{
	const struct process_cost *p;
	struct governed *s, *next;

	g->processes = meter_look(g->meter, g->flush);
	for (p = g->processes; p; p = p->hh.next)
		add(g, p);
	HASH_ITER(hh, g->all, s, next)
		judge(g, s);
}

int governor_tick(void *governor, uint64_t now_ns, struct error *err)
{
	struct governor *g = governor;

	(void)err;
	samplers_reap(&g->samplers);
	if (now_ns < g->look_ns)
		return 0;
	g->look_ns = now_ns + WINDOW_NS;
	look(g);
	return 0;
}

void governor_end(struct governor *g)
{
	if (g)
		samplers_end(&g->samplers);
}
