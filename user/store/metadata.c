// SPDX-License-Identifier: GPL-2.0-or-later
/* What a profile says of itself; write_profile.c takes it to the disk. */
#include "store/metadata.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "figures/idle.h"
#include "inspect/memory_subs.h"
#include "options/nytprof_options.h"
#include "profile/profile.h"
#include "profile/waits.h"
#include "source/autosplit_parts.h"
#include "source/source.h"
#include "source/sub_lines.h"
#include "store/facts.h"
#include "tracee/tracee.h"
#include "util/error.h"
#include "version.h"

/*
 * What NYTProf 6.12 writes: its version and the value of $^P under which files get such names
 * (0x10 line ranges, 0x100 evals, 0x200 anonymous subs, 0xc00 source).  Files to be merged must
 * agree in them.
 */
#define XS_VERSION "6.12"
#define PL_PERLDB  3856

static const char *const loss_names[] = {
#define X(id, text) #id,
	LOSSES(X)
#undef X
};

bool tracee_has_data(const struct tracee *t)
{
	struct profile_totals totals;

	profile_totals(t->profile, &totals);
	return totals.stmts || totals.sub_calls || t->profile->waits.waits ||
	       t->profile->kevents.rows || t->profile->sqls.rows;
}

#define WAITED_PART 100
#define BUSY_PART   10000

static bool is_idle_wait(const struct profile *p, const struct profile_wait *wait)
{
	return !wait->id.fid || wait->id.sub >= p->sub_cnt ||
	       sub_is_idle(p->subs[wait->id.sub]->name) ||
	       wait_is_idle(profile_wait_reason(p, wait), profile_wait_object(p, wait));
}

/* Are there more samples than those of a process that only wakes up and sleeps again? */
static bool has_run(const struct tracee *t, uint64_t interval_ns)
{
	struct profile_totals totals;

	profile_totals(t->profile, &totals);
	if (t->next_ns && totals.stmts)
		return totals.stmts * t->naming.period_ns > interval_ns / BUSY_PART;
	return totals.stmts || totals.sub_calls;
}

bool tracee_is_idle(const struct tracee *t, uint64_t interval_ns)
{
	const struct profile *p = t->profile;
	const struct profile_wait *wait;
	uint64_t ns = 0;

	if (has_run(t, interval_ns))
		return false;
	for (wait = p->waits.waits; wait; wait = wait->hh.next) {
		if (!is_idle_wait(p, wait))
			ns += wait->sum.ns;
	}
	return ns < interval_ns / WAITED_PART;
}

uint64_t tracee_lost(const struct tracee *t)
{
	uint64_t sum = t->beyond;
	int i;

	for (i = 0; i < LOSS_CNT; i++)
		sum += t->lost[i];
	return sum;
}

static void set_times(struct tracee *t)
{
	struct profile *p = t->profile;

	p->pid = t->tgid;
	p->ppid = t->ppid;
	p->start = (double)((int64_t)t->start_ns + t->to_epoch_ns) / 1e9;
	p->end = (double)((int64_t)t->end_ns + t->to_epoch_ns) / 1e9;
	if (p->end < p->start + 1e-6)
		p->end = p->start + 1e-6; /* the readers divide by the duration */
}

/*
 * What the probes, and waiting for a processor, took of the process's time.  The readers take the
 * rest for the time of the program, and complain if the statements or the subs had more.  The subs can, by
 * some ticks, as each time is rounded.  A sum of statements that is below 0 is shown as 0.  The
 * difference was taken off by mistake, and is no overhead.  Threads have more time than there was by
 * the clock, and samples, as they are estimates, can have more: then the overhead is below 0.
 */
static int64_t overhead_ticks(const struct tracee *t)
{
	const struct profile *p = t->profile;
	double ticks = (double)p->ticks_per_sec, all = (p->end - p->start) * ticks;
	double subs = (double)call_tree_time(&p->call_tree) * ticks / 1e9 +
		      (double)call_tree_cnt(&p->call_tree) + 1;
	double out_ns = (double)(t->price.probes_ns + t->price.waited_ns);
	double overhead = out_ns * ticks / 1e9, stmts;
	struct profile_totals totals;

	profile_totals(p, &totals);
	overhead -= (double)totals.below_ns * ticks / 1e9;
	if (overhead > all - subs)
		overhead = all - subs;
	if (overhead < 0)
		overhead = 0;
	stmts = ((double)totals.stmt_ns + (double)totals.below_ns) * ticks / 1e9;
	if (t->naming.period_ns && stmts < subs)
		stmts = subs;
	if ((t->interp_cnt > 1 || t->naming.period_ns) && overhead > all - stmts)
		overhead = all - stmts;
	return (int64_t)overhead;
}

/* Since the profile began. */
static double seconds_to(const struct tracee *t, const struct lessened *step)
{
	return (double)(step->at_ns - t->start_ns) / 1e9;
}

/* The pages of nytprofhtml have it at the top. */
static void set_application(struct tracee *t)
{
	if (tracee_rate(t))
		profile_set_attr(t->profile, "application",
				 "%s (estimates from %u samples a second: counts are samples)",
				 t->application, tracee_rate(t));
	else if (t->profile->estimates)
		profile_set_attr(t->profile, "application",
				 "%s (%u short windows: counts and times are theirs)",
				 t->application, t->profile->estimates->windows);
	else if (t->no_stmts.at_ns)
		profile_set_attr(t->profile, "application",
				 "%s (statements only up to %.3f s, because of --overhead=%g)",
				 t->application, seconds_to(t, &t->no_stmts), t->no_stmts.budget);
	else
		profile_set_attr(t->profile, "application", "%s", t->application);
}

/* NYTProf's own attributes, in its order. */
static void set_attributes(struct tracee *t, const struct metadata *f)
{
	struct profile *p = t->profile;

	profile_set_attr(p, "basetime", "%llu", (unsigned long long)p->start);
	set_application(t);
	profile_set_attr(p, "perl_version", "%s", f->perl_version);
	profile_set_attr(p, "nv_size", "8");
	profile_set_attr(p, "xs_version", XS_VERSION);
	profile_set_attr(p, "PL_perldb", "%d", PL_PERLDB);
	profile_set_attr(p, "clock_id", "%d",
			 f->options->cpu_time ? CLOCK_PROCESS_CPUTIME_ID : f->options->clock);
	profile_set_attr(p, "cumulative_overhead_ticks", "%lld", (long long)overhead_ticks(t));
}

static int set_comment(struct tracee *t, const struct metadata *f)
{
	struct profile *p = t->profile;
	struct profile_totals totals;

	profile_totals(p, &totals);
	if (!tracee_rate(t) && f->trap_ns) {
		profile_set_attr(p, "agent_probe_ns", "%u", f->trap_ns);
		profile_set_attr(p, "agent_below_zero_us", "%lld",
				 (long long)totals.below_ns / 1000);
	}
	if (asprintf(
		    &p->comment,
		    " Recorded by nytprof-bpf %s: perl layout %s, %llu %s, %u ns taken off for "
		    "each, %lld ns of sums below 0 shown as 0, %llu calls were under way, source of %u evals not kept, process %u (to itself %u)",
		    NYTPROF_VERSION, f->layout, (unsigned long long)t->events,
		    tracee_rate(t) ? "samples" : "probe hits", tracee_rate(t) ? 0 : f->trap_ns,
		    (long long)totals.below_ns, (unsigned long long)t->seeded, t->unknown_sources,
		    t->tgid, t->own_pid) >= 0)
		return 0;
	p->comment = NULL;
	return -ENOMEM;
}

static void set_count(struct profile *p, const char *name, uint64_t cnt)
{
	if (cnt)
		profile_set_attr(p, name, "%llu", (unsigned long long)cnt);
}

/* The time comes first, for programs that read it. */
static void set_step(struct tracee *t, const char *name, const struct lessened *step,
		     const char *ends)
{
	if (step->at_ns)
		profile_set_attr(t->profile, name,
				 "%.6f s: %s; cost %.0f %%, budget %g %%; nothing was recorded for "
				 "%.0f ms",
				 seconds_to(t, step), ends, step->cost, step->budget,
				 (double)step->lost_ns / 1e6);
}

static void set_losses(struct tracee *t, const struct metadata *f)
{
	struct profile *p = t->profile;
	char key[64];
	size_t i;

	set_count(p, "agent_lost", tracee_lost(t));
	for (i = 0; i < LOSS_CNT; i++) {
		snprintf(key, sizeof(key), "agent_lost_%s", loss_names[i]);
		set_count(p, key, t->lost[i]);
	}
	set_count(p, "agent_lost_BEGIN_US", f->begin_lost_ns / 1000);
	set_count(p, "agent_lost_LINE_NUMBER", t->beyond);
}

/*
 * What is ours to say.  What differs from run to run is a comment, so that nytprofmerge has
 * nothing to warn of; what is missing from the profile is an attribute.
 */
static int set_own(struct tracee *t, const struct metadata *f)
{
	struct profile *p = t->profile;

	set_count(p, "agent_torn_samples", t->torn);
	set_count(p, "agent_traced_meanwhile", t->traced);
	if (f->layout_is_derived)
		profile_set_attr(p, "layout", "derived");
	if (!f->options->savesrc)
		profile_set_attr(p, "agent_source", "none");
	if (t->interp_cnt > 1)
		profile_set_attr(p, "agent_interpreters", "%u", t->interp_cnt);
	if ((f->no_builtin_ends || t->no_returns) && f->options->slowops)
		profile_set_attr(p, "agent_builtin_times", "approximate");
	set_step(t, "agent_step_subs", &t->no_stmts, "statement counts end");
	set_step(t, "agent_step_sample", &t->no_calls, "all counts end");
	set_count(p, "agent_merged_evals", tracee_merged_evals(t));
	if (memory_subs_is_incomplete(t->memory_subs))
		profile_set_attr(p, "agent_uncalled_subs", "incomplete");
	if (t->price.waited_ns >= 1000)
		profile_set_attr(p, "agent_waited_us", "%lld",
				 (long long)t->price.waited_ns / 1000);
	if (p->waits.waits)
		profile_set_attr(p, "agent_waiting_us", "%llu",
				 (unsigned long long)profile_waited(p) / 1000);
	set_losses(t, f);
	return facts_set(t, f->options->savesrc) ?: set_comment(t, f);
}

/* All of NYTProf's options in its order, as they were in effect. */
static void set_options(struct profile *p, const struct nytprof_options *o)
{
	const struct {
		const char *name;
		int value;
	} all[] = { { "usecputime", 0 },
		    { "subs", o->subs },
		    { "blocks", o->blocks },
		    { "leave", o->leave },
		    { "expand", 0 },
		    { "trace", o->trace },
		    { "use_db_sub", 0 },
		    { "compress", o->compress },
		    { "clock", o->clock },
		    { "stmts", o->stmts },
		    { "slowops", o->slowops },
		    { "findcaller", 0 },
		    { "forkdepth", o->forkdepth },
		    { "perldb", 0 },
		    { "nameevals", o->nameevals },
		    { "nameanonsubs", o->nameanonsubs },
		    { "calls", -1 },
		    { "evals", 0 } };
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		profile_set_option(p, all[i].name, "%d", all[i].value);
	/* nytprofhtml complains where it is promised a tree and finds none. */
	profile_set_option(p, "calls", "%d", call_tree_cnt(&p->call_tree) ? o->calls : 0);
}

/* main::RUNTIME gets a place: line 1 of the program, as NYTProf has it. */
static void place_runtime(struct profile *p)
{
	struct profile_sub *runtime;

	HASH_FIND_STR(p->subs_by_name, "main::RUNTIME", runtime);
	if (!runtime || !p->file_cnt)
		return;
	runtime->fid = p->main_fid ?: 1;
	runtime->first = runtime->last = 1;
}

/* A sub that was called, but is defined nowhere, is shown as a C function: the readers want a place. */
static void place_undefined(struct profile *p)
{
	size_t i;

	for (i = 0; i < p->sub_cnt; i++) {
		if (p->subs[i]->called && !p->subs[i]->fid)
			p->subs[i]->xsub = true;
	}
}

static int add_source(struct tracee *t, const struct metadata *f, struct finished *done)
{
	memset(&done->source, 0, sizeof(done->source));
	if (f->options->savesrc)
		return source_embed(t, t->profile->start, &done->source);
	source_drop(t);
	return 0;
}

int tracee_complete(struct tracee *t, const struct metadata *f, struct finished *done,
		    struct error *err)
{
	set_times(t);
	t->profile->main_fid = tracee_main_fid(t);
	if (f->options->subs) {
		place_runtime(t->profile);
		place_undefined(t->profile);
	} else {
		profile_drop_calls(t->profile); /* those that were under way at the first event */
	}
	if (tracee_mark_merged(t))
		return error_set(err, ENOMEM, "out of memory");
	tracee_note_rights(t, NULL);
	if (parts_join(t) || add_source(t, f, done) || sub_lines_find(t->profile))
		return error_set(err, ENOMEM, "out of memory");
	set_attributes(t, f);
	set_options(t->profile, f->options);
	return set_own(t, f) ? error_set(err, ENOMEM, "out of memory") : 0;
}
