// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/rodata.h"

#include <bpf/libbpf.h>
#include <string.h>
#include <unistd.h>

#include "attach/calibrate.h"
#include "attach/kevent_calls.h"
#include "attach/object.h"
#include "attach/programs.h"
#include "attach/waited_calls.h"
#include "nytprof/limits.h"
#include "nytprof/sampled.h"
#include "nytprof/settings.h"
#include "perl/perl_image.h"
#include "sample/ticks.h"
#include "nytprof.skel.h"

/* Is the end of a sub seen right before its context is popped, so that nothing runs in between? */
static bool leaves_last(const struct perl_image *image)
{
	size_t i;

	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		if ((p->site == SITE_LEAVESUB || p->site == SITE_LEAVESUBLV) &&
		    p->cv_reg == SITE_REG_NONE)
			return false;
	}
	return true;
}

/*
 * The calls of Perl subs are noticed at their first statement, which is probed anyway, if everything
 * else is there that tells of a call.
 */
static bool enters_by_stmt(const struct perl_image *image, const bool places[SITE_CNT],
			   const struct object_config *config)
{
	return config->want_stmts && config->want_leave && config->want_calls &&
	       image->layout.si_cxsubix && places[SITE_XSUB] && places[SITE_CROAK] &&
	       leaves_last(image);
}

/* Which probes a profile of this kind needs. */
static bool site_is_wanted(enum site_id site, const struct object_config *config, bool by_stmt)
{
	if (config->sample_rate)
		return false;
	switch (site) {
	case SITE_XSUB:
	case SITE_CROAK:
		return by_stmt;
	case SITE_ENTERSUB:
		return config->want_calls && !by_stmt;
	case SITE_NEXTSTATE:
	case SITE_DBSTATE:
	case SITE_LEX:
		return config->want_stmts;
	case SITE_LEAVE:
	case SITE_LEAVETRY:
	case SITE_LEAVEEVAL:
		return config->want_stmts && config->want_leave;
	case SITE_DIE:
		return config->want_calls || (config->want_stmts && config->want_leave);
	case SITE_ACCEPT: /* these are slow ops, too */
	case SITE_ACCEPT_RET:
		return config->want_calls && !config->slowops;
	case SITE_LEAVEWRITE:
		return config->want_stmts && config->want_leave && !config->slowops;
	case SITE_SLOWOP:
		return config->want_calls && config->slowops;
	case SITE_SLOWOP_RET:
		return config->want_calls && config->slowops && !config->sessions;
	case SITE_XSUB_RET:
	case SITE_GOTO:
	case SITE_DOUNWIND:
	case SITE_SUBPARSE:
	case SITE_NEWSUB:
		return config->want_calls;
	default:
		return true; /* evals need their names, and statements go on when a sub returns */
	}
}

/* What the programs know of a perl. */
static void fill_rodata(struct nytprof_bpf__rodata *ro, const struct programs *programs,
			const struct perl_image *image, const struct kernel *kernel,
			const struct object_config *config)
{
	memcpy((void *)&ro->layout, &image->layout, sizeof(ro->layout));
	*(struct settings *)&ro->settings = (struct settings){
		.build = config->build,
		.want_stmts = config->want_stmts,
		.curcop_is_op = image->curcop_is_op,
		.want_blocks = config->want_blocks,
		.slowops = (uint32_t)config->slowops,
		.want_leave = config->want_leave,
		.want_source = config->want_source,
		.by_user = config->by_user,
		.pid_level = kernel->pid_level,
		.pid_ns = kernel->pid_ns,
		.only_targets = config->only_targets,
		.filtered = config->filtered,
		.clock_cost = kernel->clock,
		.start = config->start,
		.forkdepth = config->forkdepth,
		.boot_clock = config->boot_clock,
		.enter_by_stmt = enters_by_stmt(image, programs->places, config),
		.op_entersub = (uint32_t)image->op_entersub,
		.op_unstack = (uint32_t)image->op_unstack,
		.sees_lex = programs->places[SITE_LEX],
		.empty = config->empty,
		.sessions = config->sessions,
		.sql_sessions = config->sql_sessions,
		.return_ns = kernel->trap_ns[PRICE_RETURN],
		.inside_ns = kernel->inside_ns,
		.behind_ns = kernel->behind_ns,
		.sample_ns = config->sample_rate ? ticks_period_ns(config->sample_rate) : 0,
		.sample_calls = config->want_calls,
		.sample_own = config->sample_own,
		.off_cpu = config->off_cpu,
		.sql = config->sql,
		.bursts = config->bursts,
		.kevents = config->kevents,
		.page_size = (uint32_t)sysconf(_SC_PAGESIZE),
		.off_cpu_min_ns = config->off_cpu_min_ns,
		.group_arg = config->sample_rate ? 0 : config->group_arg,
		.group_cnt = config->group_cnt,
		.slow_ns = config->sample_rate ? 0 : config->slow_ns,
		.long_ns = config->sample_rate ? config->long_ns : 0,
	};
	memcpy((void *)ro->group_names, config->group_names, sizeof(ro->group_names));
	memcpy((void *)ro->slow_ops, image->slow_ops, sizeof(ro->slow_ops));
	waited_calls((uint8_t *)(uintptr_t)ro->wait_calls);
	kevent_calls_fill((uint16_t *)(uintptr_t)ro->kevent_calls);
	memcpy((void *)ro->op_costs, image->op_costs, sizeof(ro->op_costs));
}

static void fill_sites(struct nytprof_bpf__rodata *ro, const struct programs *p)
{
	uint32_t *sites = (uint32_t *)&ro->settings.sites;
	unsigned i;

	for (i = 0; i < SITE_CNT; i++)
		*sites |= (uint32_t)p->used[i] << i;
}

static void find_places(const struct perl_image *image, bool places[SITE_CNT])
{
	size_t i;

	for (i = 0; i < image->probe_cnt; i++)
		places[image->probes[i].site] = true;
}

bool programs_fit(const struct programs *p, const struct perl_image *image)
{
	const struct nytprof_bpf__rodata *ro = p->rodata;
	bool places[SITE_CNT] = {};

	find_places(image, places);
	return !memcmp(p->places, places, sizeof(places)) &&
	       ro->settings.curcop_is_op == image->curcop_is_op &&
	       (leaves_last(image) || !ro->settings.enter_by_stmt) &&
	       !memcmp((const void *)&ro->layout, &image->layout, sizeof(ro->layout)) &&
	       !memcmp((const void *)ro->slow_ops, image->slow_ops, sizeof(ro->slow_ops)) &&
	       !memcmp((const void *)ro->op_costs, image->op_costs, sizeof(ro->op_costs));
}

void rodata_fill(struct programs *p, const struct perl_image *image, const struct kernel *kernel,
		 const struct object_config *config)
{
	struct nytprof_bpf__rodata *ro = p->rodata;
	unsigned i;

	find_places(image, p->places);
	fill_rodata(ro, p, image, kernel, config);
	for (i = 0; i < SITE_CNT; i++)
		p->used[i] = p->places[i] &&
			     site_is_wanted((enum site_id)i, config, ro->settings.enter_by_stmt);
	fill_sites(ro, p);
	for (i = p->has_maps; i < p->cnt; i++) /* with the maps, the first one is fixed */
		memcpy((void *)p->parts[i]->rodata, (const void *)ro, sizeof(*ro));
}
