// SPDX-License-Identifier: GPL-2.0-or-later
/* Open, set rodata, load, attach, free: the only user of the profiler's skeleton. */
#include "object.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "attach/calibrate.h"
#include "attach/features.h"
#include "nytprof.skel.h"
#include "target/perl.h"
#include "util/error.h"

struct object {
	struct nytprof_bpf *skel;
	const struct kernel *kernel;
	bool places[SITE_CNT]; /* that the perls have, */
	bool used[SITE_CNT]; /* and that are probed */
	struct link **links;
	size_t link_cnt;
	struct bpf_link *tracepoints[3];
	bool no_returns; /* return probes would do harm */
};

/* The program for each place; NULL: none in this object. */
static struct bpf_program *site_program(const struct nytprof_bpf *skel, enum site_id site)
{
	switch (site) {
	case SITE_NEXTSTATE:
	case SITE_DBSTATE:
		return skel->progs.statement;
	case SITE_ENTERSUB:
		return skel->progs.entersub;
	case SITE_XSUB:
		return skel->progs.xsub;
	case SITE_CROAK:
		return skel->progs.croak;
	case SITE_XSUB_RET:
		return skel->progs.xsub_ret;
	case SITE_LEAVESUB:
	case SITE_LEAVESUBLV:
		return skel->progs.leavesub;
	case SITE_RETURN:
		return skel->progs.pp_return;
	case SITE_GOTO:
		return skel->progs.pp_goto;
	case SITE_DOUNWIND:
		return skel->progs.dounwind;
	case SITE_LEAVE:
	case SITE_LEAVETRY:
	case SITE_LEAVEEVAL:
	case SITE_LEAVEWRITE:
		return skel->progs.block_end;
	case SITE_DIE:
		return skel->progs.pp_die;
	case SITE_ENTEREVAL:
		return skel->progs.pp_entereval;
	case SITE_ACCEPT:
		return skel->progs.pp_accept;
	case SITE_ACCEPT_RET:
		return skel->progs.pp_accept_ret;
	case SITE_SLOWOP:
		return skel->progs.slowop;
	case SITE_SLOWOP_RET:
		return skel->progs.slowop_ret;
	case SITE_LEX:
		return skel->progs.lex_start;
	case SITE_SUBPARSE:
		return skel->progs.start_subparse;
	case SITE_NEWSUB:
		return skel->progs.newsub;
	case SITE_FREE:
		return skel->progs.interp_free;
	default:
		return NULL;
	}
}

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
	case SITE_DIE:
		return config->want_stmts && config->want_leave;
	case SITE_ACCEPT: /* these are slow ops, too */
	case SITE_ACCEPT_RET:
		return config->want_calls && !config->slowops;
	case SITE_LEAVEWRITE:
		return config->want_stmts && config->want_leave && !config->slowops;
	case SITE_SLOWOP:
	case SITE_SLOWOP_RET:
		return config->want_calls && config->slowops;
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
static void fill_rodata(struct object *object, const struct perl_image *image,
			const struct object_config *config)
{
	struct nytprof_bpf__rodata *ro = object->skel->rodata;
	const struct kernel *kernel = object->kernel;

	memcpy((void *)&ro->layout, &image->layout, sizeof(ro->layout));
	*(struct settings *)&ro->settings = (struct settings){
		.build = config->build,
		.want_stmts = config->want_stmts,
		.curcop_is_op = image->curcop_is_op,
		.want_blocks = config->want_blocks,
		.slowops = (uint32_t)config->slowops,
		.want_leave = config->want_leave,
		.want_source = config->want_source,
		.pid_level = kernel->pid_level,
		.pid_ns = kernel->pid_ns,
		.only_targets = config->only_targets,
		.filtered = config->filtered,
		.trap_ns = kernel->trap_ns[PRICE_TRAP],
		.clock = kernel->clock,
		.start = config->start,
		.forkdepth = config->forkdepth,
		.boot_clock = config->boot_clock,
		.enter_by_stmt = enters_by_stmt(image, object->places, config),
		.op_entersub = (uint32_t)perl_op_number(image, "entersub"),
		.op_unstack = (uint32_t)perl_op_number(image, "unstack"),
		.sees_lex = object->places[SITE_LEX],
		.empty = config->empty,
	};
	memcpy((void *)ro->slow_ops, image->slow_ops, sizeof(ro->slow_ops));
	memcpy((void *)ro->op_costs, image->op_costs, sizeof(ro->op_costs));
}

static void find_places(const struct perl_image *image, bool places[SITE_CNT])
{
	size_t i;

	for (i = 0; i < image->probe_cnt; i++)
		places[image->probes[i].site] = true;
}

bool object_fits(const struct object *object, const struct perl_image *image)
{
	const struct nytprof_bpf__rodata *ro = object->skel->rodata;
	bool places[SITE_CNT] = {};

	find_places(image, places);
	return !memcmp(object->places, places, sizeof(places)) &&
	       ro->settings.curcop_is_op == image->curcop_is_op &&
	       (leaves_last(image) || !ro->settings.enter_by_stmt) &&
	       !memcmp((const void *)&ro->layout, &image->layout, sizeof(ro->layout)) &&
	       !memcmp((const void *)ro->slow_ops, image->slow_ops, sizeof(ro->slow_ops)) &&
	       !memcmp((const void *)ro->op_costs, image->op_costs, sizeof(ro->op_costs));
}

/* Programs without a use are not loaded, as each takes its time. */
static void choose_programs(struct object *object, const struct object_config *config,
			    bool tracepoints)
{
	struct bpf_program *prog;
	int site;

	for (site = 0; site < SITE_CNT; site++) {
		prog = site_program(object->skel, (enum site_id)site);
		bpf_program__set_autoload(prog, false);
		link_prepare(prog, object->kernel->links);
	}
	for (site = 0; site < SITE_CNT; site++) {
		object->used[site] = object->places[site] &&
				     site_is_wanted((enum site_id)site, config,
						    object->skel->rodata->settings.enter_by_stmt);
		if (object->used[site])
			bpf_program__set_autoload(site_program(object->skel, (enum site_id)site),
						  true);
	}
	bpf_program__set_autoload(object->skel->progs.sched_process_fork, tracepoints);
	bpf_program__set_autoload(object->skel->progs.sched_process_exec, tracepoints);
	bpf_program__set_autoload(object->skel->progs.sched_process_exit, tracepoints);
	bpf_program__set_autoload(object->skel->progs.interp_close, tracepoints);
}

static int share_maps(struct object *object, const struct object *first)
{
	struct bpf_map *map, *theirs;
	int rc;

	bpf_object__for_each_map(map, object->skel->obj)
	{
		if (bpf_map__is_internal(map))
			continue;
		theirs = bpf_object__find_map_by_name(first->skel->obj, bpf_map__name(map));
		rc = theirs ? bpf_map__reuse_fd(map, bpf_map__fd(theirs)) : -ENOENT;
		if (rc)
			return rc;
	}
	return 0;
}

struct object *object_new(const struct perl_image *image, const struct kernel *kernel,
			  const struct object_config *config, const struct object *first,
			  struct error *err)
{
	struct object *object = calloc(1, sizeof(*object));
	int rc = -ENOMEM;

	if (!object)
		goto err;
	object->kernel = kernel;
	object->skel = nytprof_bpf__open();
	if (!object->skel) {
		rc = -errno;
		goto err;
	}
	find_places(image, object->places);
	fill_rodata(object, image, config);
	choose_programs(object, config, !first);
	rc = first ? share_maps(object, first) : 0;
	rc = rc ?: nytprof_bpf__load(object->skel);
	if (!rc)
		return object;
err:
	/* The kernel's own words for what it does not know are "Invalid argument". */
	if (rc == -ENOMEM || rc == -EPERM || !features_check(err))
		error_set(err, -rc, "can't load the BPF programs for %s: %s", image->path,
			  strerror(-rc));
	object_free(object);
	errno = -rc;
	return NULL;
}

void object_free(struct object *object)
{
	size_t i;

	if (!object)
		return;
	object_detach(object);
	for (i = 0; i < sizeof(object->tracepoints) / sizeof(object->tracepoints[0]); i++)
		bpf_link__destroy(object->tracepoints[i]);
	nytprof_bpf__destroy(object->skel);
	free(object->links);
	free(object);
}

int object_attach_tracepoints(struct object *object, struct error *err)
{
	struct bpf_program *progs[] = { object->skel->progs.sched_process_fork,
					object->skel->progs.sched_process_exec,
					object->skel->progs.sched_process_exit };
	size_t i;

	for (i = 0; i < sizeof(progs) / sizeof(progs[0]); i++) {
		object->tracepoints[i] = bpf_program__attach(progs[i]);
		if (!object->tracepoints[i])
			return error_set(err, errno, "can't attach the tracepoint %s: %s",
					 bpf_program__name(progs[i]), strerror(errno));
	}
	return 0;
}

static uint64_t probe_cookie(const struct probe *p, uint64_t ns)
{
	return (p->vaddr & ((1ull << COOKIE_VADDR_BITS) - 1)) |
	       (uint64_t)p->reg << COOKIE_REG_SHIFT | (uint64_t)p->cv_reg << COOKIE_CV_SHIFT |
	       (ns < COOKIE_NS_MAX ? ns : COOKIE_NS_MAX) << COOKIE_NS_SHIFT;
}

/* All places of a kind, in one link. */
static int attach_site(struct object *object, const struct perl_image *image, enum site_id site,
		       pid_t pid, int file, struct error *err)
{
	const struct bpf_program *prog = site_program(object->skel, site);
	uint64_t offsets[PROBES_MAX], cookies[PROBES_MAX];
	struct link_spec spec = { .file = file,
				  .offsets = offsets,
				  .cookies = cookies,
				  .owner = image,
				  .pid = pid,
				  .at_return = site == SITE_ACCEPT_RET || site == SITE_SLOWOP_RET };
	struct link *link, **more;
	size_t i;

	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		if (p->site != site)
			continue;
		cookies[spec.cnt] = probe_cookie(p, object->kernel->trap_ns[p->price]);
		offsets[spec.cnt++] = p->offset;
	}
	if (!spec.cnt || !object->used[site] || (spec.at_return && object->no_returns))
		return 0;
	more = reallocarray(object->links, object->link_cnt + 1, sizeof(*more));
	if (!more)
		return error_set(err, ENOMEM, "out of memory");
	object->links = more;
	link = link_new(prog, object->kernel->links, &spec, err);
	if (!link)
		return -errno;
	object->links[object->link_cnt++] = link;
	return 0;
}

int object_attach(struct object *object, const struct perl_image *image, pid_t pid, int file,
		  struct error *err)
{
	/* The ways out before the ways in: what is entered is never missed at its end. */
	static const enum site_id order[] = {
		SITE_FREE,	SITE_LEX,	 SITE_SLOWOP_RET, SITE_SLOWOP,	  SITE_ACCEPT_RET,
		SITE_ACCEPT,	SITE_NEWSUB,	 SITE_SUBPARSE,	  SITE_LEAVE,	  SITE_LEAVETRY,
		SITE_LEAVEEVAL, SITE_LEAVEWRITE, SITE_DIE,	  SITE_ENTEREVAL, SITE_DOUNWIND,
		SITE_XSUB_RET,	SITE_LEAVESUB,	 SITE_LEAVESUBLV, SITE_RETURN,	  SITE_GOTO,
		SITE_CROAK,	SITE_XSUB,	 SITE_ENTERSUB,	  SITE_DBSTATE,	  SITE_NEXTSTATE,
	};
	size_t i;
	int rc = 0;

	if (file < 0)
		file = image->fd;
	for (i = 0; i < sizeof(order) / sizeof(order[0]) && !rc; i++)
		rc = attach_site(object, image, order[i], pid, file, err);
	return rc;
}

void object_detach(struct object *object)
{
	links_free(object->links, object->link_cnt);
	object->link_cnt = 0;
}

/* Those that are to go become the last ones; returns how many stay. */
static size_t sort_out(struct object *object,
		       bool (*is_to_go)(const struct link *link, const void *arg), const void *arg)
{
	size_t kept = 0, i;
	struct link *link;

	for (i = 0; i < object->link_cnt; i++) {
		link = object->links[i];
		if (is_to_go(link, arg))
			continue;
		object->links[i] = object->links[kept];
		object->links[kept++] = link;
	}
	return kept;
}

static void detach_some(struct object *object,
			bool (*is_to_go)(const struct link *link, const void *arg), const void *arg)
{
	size_t kept = sort_out(object, is_to_go, arg);

	links_free(object->links + kept, object->link_cnt - kept);
	object->link_cnt = kept;
}

static bool is_of_process(const struct link *link, const void *pid)
{
	return link_pid(link) == *(const pid_t *)pid;
}

void object_detach_process(struct object *object, pid_t pid)
{
	detach_some(object, is_of_process, &pid);
}

static bool is_of_image(const struct link *link, const void *image)
{
	return link_owner(link) == image;
}

void object_detach_image(struct object *object, const struct perl_image *image)
{
	detach_some(object, is_of_image, image);
}

static bool is_return(const struct link *link, const void *arg)
{
	(void)arg;
	return link_at_return(link);
}

void objects_detach_returns(struct object **objects, size_t cnt)
{
	struct link **all = NULL;
	size_t i, kept, sum = 0;

	for (i = 0; i < cnt; i++)
		sum += objects[i]->link_cnt;
	all = calloc(sum + 1, sizeof(*all));
	for (i = 0, sum = 0; i < cnt; i++) {
		struct object *object = objects[i];

		object->no_returns = true;
		kept = sort_out(object, is_return, NULL);
		if (!all)
			links_free(object->links + kept, object->link_cnt - kept);
		for (; all && object->link_cnt > kept; object->link_cnt--)
			all[sum++] = object->links[object->link_cnt - 1];
		object->link_cnt = kept;
	}
	links_free(all, sum);
	free(all);
}

int object_close_interp(const struct object *object, uint64_t base, uint32_t tgid)
{
	uint64_t args[2] = { base, tgid };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));

	return bpf_prog_test_run_opts(bpf_program__fd(object->skel->progs.interp_close), &opts);
}

bool object_probes(const struct object *object, enum site_id site)
{
	return object->used[site];
}

void object_maps(const struct object *object, struct maps *maps)
{
	maps->stmts = bpf_map__fd(object->skel->maps.stmts);
	maps->stmts_first = bpf_map__fd(object->skel->maps.stmts_first);
	maps->slots = bpf_map__fd(object->skel->maps.slots);
	maps->slots_first = bpf_map__fd(object->skel->maps.slots_first);
	maps->calls = bpf_map__fd(object->skel->maps.calls);
	maps->calls_first = bpf_map__fd(object->skel->maps.calls_first);
	maps->btf = bpf_object__btf_fd(object->skel->obj);
	maps->pressures = bpf_map__fd(object->skel->maps.pressures);
	maps->interps = bpf_map__fd(object->skel->maps.interps);
	maps->strings = bpf_map__fd(object->skel->maps.strings);
	maps->usages = bpf_map__fd(object->skel->maps.usages);
	maps->subs = bpf_map__fd(object->skel->maps.subs);
	maps->evals = bpf_map__fd(object->skel->maps.evals);
	maps->evals_first = bpf_map__fd(object->skel->maps.evals_first);
	maps->eval_subs = bpf_map__fd(object->skel->maps.eval_subs);
	maps->eval_subs_first = bpf_map__fd(object->skel->maps.eval_subs_first);
	maps->defined = bpf_map__fd(object->skel->maps.defined);
	maps->defined_first = bpf_map__fd(object->skel->maps.defined_first);
	maps->parts = bpf_map__fd(object->skel->maps.parts);
	maps->sub_lines = bpf_map__fd(object->skel->maps.sub_lines);
	maps->cwds = bpf_map__fd(object->skel->maps.cwds);
	maps->controls = bpf_map__fd(object->skel->maps.controls);
	maps->shadows = bpf_map__fd(object->skel->maps.shadows);
	maps->frames = bpf_map__fd(object->skel->maps.frames);
	maps->targets = bpf_map__fd(object->skel->maps.targets);
	maps->filters = bpf_map__fd(object->skel->maps.filters);
	maps->cgroups = bpf_map__fd(object->skel->maps.cgroups);
	maps->events = bpf_map__fd(object->skel->maps.events);
	maps->alarms = bpf_map__fd(object->skel->maps.alarms);
	maps->losses = bpf_map__fd(object->skel->maps.losses);
}
