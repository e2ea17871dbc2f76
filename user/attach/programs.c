// SPDX-License-Identifier: GPL-2.0-or-later
/* Which programs, and loading them on several processors. */
#include "programs.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attach/calibrate.h"
#include "attach/counts.h"
#include "attach/extras.h"
#include "attach/kernel_btf.h"
#include "attach/links.h"
#include "attach/loan.h"
#include "attach/maps_ahead.h"
#include "attach/object.h"
#include "attach/rodata.h"
#include "log/log.h"
#include "nytprof/limits.h"
#include "nytprof/settings.h"
#include "util/cleanup.h"
#include "nytprof.skel.h"

/* The program for each place. */
static struct bpf_program *site_program(const struct nytprof_bpf *skel, enum site_id site)
{
	switch (site) {
	case SITE_NEXTSTATE:
	case SITE_DBSTATE:
		return skel->progs.statement;
	case SITE_SLOWOP:
		return skel->rodata->settings.sessions ? skel->progs.slowop_session :
							 skel->progs.others;
	default:
		return skel->progs.others;
	}
}

/* ------------------------------------------------------------------ loading */

static unsigned processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) ? 1 : (unsigned)CPU_COUNT(&set);
}

static void choose_none(struct nytprof_bpf *part, enum link_kind links)
{
	struct bpf_program *prog;

	bpf_object__for_each_program(prog, part->obj)
	{
		bpf_program__set_autoload(prog, false);
		if (bpf_program__type(prog) == BPF_PROG_TYPE_KPROBE)
			link_prepare(prog, links);
	}
	link_prepare_session(part->progs.slowop_session); /* loaded only where there are any */
	link_prepare_session(part->progs.sql_session);
	link_prepare_session(part->progs.malloc_session);
}

static struct bpf_program *task_program(const struct nytprof_bpf *part, enum task_program task,
					bool samples)
{
	struct bpf_program *const programs[TASK_PROGRAMS] = {
		[TASK_FORK] = samples ? part->progs.sample_fork : part->progs.sched_process_fork,
		[TASK_EXEC] = samples ? part->progs.sample_exec : part->progs.sched_process_exec,
		[TASK_EXIT] = samples ? part->progs.sample_exit : part->progs.sched_process_exit,
		[TASK_CLOSE] = part->progs.interp_close,
		[TASK_CUT] = part->progs.interp_cut,
		[TASK_WINDOW] = part->progs.interp_window,
		[TASK_WIND_UP] = part->progs.interp_wind_up,
		[TASK_NOTE] = part->progs.interp_note,
		[TASK_LOOK] = samples ? part->progs.sample_build : NULL,
	};

	return programs[task];
}

/*
 * Instead of all probes. The verifier looks at about as much for each part, if waits are recorded,
 * too.
 */
static void choose_samples(struct programs *p, bool first)
{
	struct nytprof_bpf *special = p->parts[p->special], *last = p->parts[p->cnt - 1];
	enum task_program task;

	bpf_program__set_autoload(last->progs.sample_build, true);
	if (!first)
		return;
	bpf_program__set_autoload(special->progs.sample_tick, true);
	for (task = 0; task < TASK_LOOK; task++)
		bpf_program__set_autoload(task_program(task <= TASK_EXEC ? special : last, task,
						       true),
					  task != TASK_CUT && task != TASK_WINDOW);
}

/* Without samples. */
static bool is_wanted(enum task_program task, const struct object_config *config)
{
	return task != TASK_LOOK && (task != TASK_CUT || config->budgeted) &&
	       (task != TASK_WINDOW || config->bursts);
}

/*
 * Programs without a use are not loaded. With several parts the first object's first one has no
 * program, so that the others wait for its maps only. Loading takes about as long for each of the
 * others: the verifier processes 81,000 instructions and 62,000, of which the kernel copies more
 * (Linux 6.18).
 */
static void deal_programs(struct programs *p, const struct object_config *config, bool first)
{
	struct nytprof_bpf *one = p->parts[p->special], *last = p->parts[p->cnt - 1];
	const enum task_program tasks = first ? TASK_LOOK : TASK_FORK + 1;
	enum task_program task;
	size_t i;

	for (task = 0; task < tasks; task++)
		bpf_program__set_autoload(task_program(task <= TASK_CLOSE ? one : last, task,
						       false),
					  is_wanted(task, config));
	for (i = 0; i < SITE_CNT; i++) {
		struct nytprof_bpf *part = last;

		if (!p->used[i])
			continue; /* not for this perl */
		if (site_program(last, (enum site_id)i) == last->progs.statement)
			part = one;
		bpf_program__set_autoload(site_program(part, (enum site_id)i), true);
	}
}

static int share_maps(struct nytprof_bpf *part, const struct nytprof_bpf *first)
{
	struct bpf_map *map, *theirs;
	int rc;

	bpf_object__for_each_map(map, part->obj)
	{
		if (bpf_map__is_internal(map))
			continue;
		theirs = bpf_object__find_map_by_name(first->obj, bpf_map__name(map));
		rc = theirs ? bpf_map__reuse_fd(map, bpf_map__fd(theirs)) : -ENOENT;
		if (rc)
			return rc;
	}
	return 0;
}

static void free_loan(struct loan **loan)
{
	loan_free(*loan);
}

struct loading {
	pthread_t thread;
	struct nytprof_bpf *part;
	const struct nytprof_bpf *first;
	int rc;
	bool started;
};

static void *load_part(void *arg)
{
	struct loading *l = arg;

	l->rc = share_maps(l->part, l->first) ?: nytprof_bpf__load(l->part);
	return NULL;
}

/* The one whose maps the others use. */
static int load_first(struct nytprof_bpf *part)
{
	int kinds[COUNTS];
	int rc = counts_set_kinds(part, kinds) ?: nytprof_bpf__load(part);

	counts_close_kinds(kinds);
	return rc;
}

static int load_parts(struct programs *p, const struct nytprof_bpf *first)
{
	struct loading all[PROGRAMS_PARTS + 1] = {};
	unsigned i, from = first == p->parts[0];
	int rc = 0;

	for (i = from; i < p->cnt; i++) {
		all[i].part = p->parts[i];
		all[i].first = first;
		all[i].started = !pthread_create(&all[i].thread, NULL, load_part, &all[i]);
		if (!all[i].started)
			load_part(&all[i]);
	}
	if (from)
		rc = counts_begin(first);
	for (i = from; i < p->cnt; i++) {
		if (all[i].started)
			pthread_join(all[i].thread, NULL);
		rc = rc ?: all[i].rc;
	}
	return rc;
}

static const char *kernel_types(const struct object_config *config)
{
	return config->off_cpu || config->kevents ? kernel_btf_path_of_all() : kernel_btf_path();
}

/* types: where those of the kernel are, which only loading needs. */
static int open_part(struct programs *p, enum link_kind links, const char *types)
{
	LIBBPF_OPTS(bpf_object_open_opts, opts, .btf_custom_path = types);
	struct nytprof_bpf *part = nytprof_bpf__open_opts(&opts);

	if (!part)
		return -errno;
	choose_none(part, links);
	p->parts[p->cnt++] = part;
	return 0;
}

/* prog: of one of the parts; of several, the one that was loaded. */
static int take_program(struct program *program, struct bpf_program *prog, enum link_kind links)
{
	if (program->fd >= 0 || !prog || !bpf_program__autoload(prog))
		return 0;
	program->fd = fcntl(bpf_program__fd(prog), F_DUPFD_CLOEXEC, 0);
	if (program->fd < 0)
		return -errno;
	program->prog = links == LINK_MULTI ? NULL : prog;
	return 0;
}

/*
 * Libbpf's objects take megabytes, and what multi-uprobe links need of them is the programs'
 * descriptors: only those with the maps and with special programs stay open.
 */
static int take_programs(struct programs *p, enum link_kind links, bool samples)
{
	const struct nytprof_bpf *special = p->parts[p->special];
	enum task_program task;
	unsigned part;
	int rc = 0, i;

	for (part = 0; part < p->cnt && !rc; part++) {
		for (i = 0; i < SITE_CNT && !rc; i++) {
			if (p->used[i])
				rc = take_program(&p->at[i],
						  site_program(p->parts[part], (enum site_id)i),
						  links);
		}
		for (task = 0; task < TASK_PROGRAMS && !rc; task++)
			rc = take_program(&p->tasks[task],
					  task_program(p->parts[part], task, samples), links);
	}
	rc = rc	   ?:
		     take_program(&p->sql[SQL_ENTER],
				  p->sql_sessions ? special->progs.sql_session :
						    special->progs.sql_enter,
				  links);
	rc = rc ?: take_program(&p->sql[SQL_LEAVE], special->progs.sql_leave, links);
	while (!rc && links == LINK_MULTI && p->cnt > p->special + 1)
		nytprof_bpf__destroy(p->parts[--p->cnt]);
	return rc;
}

/* The others wait for its maps only. */
static int make_maps(struct programs *p, enum link_kind links)
{
	int rc;

	if (p->special)
		choose_none(p->parts[0], links);
	rc = load_first(p->parts[0]);
	p->has_maps = !rc;
	if (!rc)
		p->types = fcntl(bpf_object__btf_fd(p->parts[0]->obj), F_DUPFD_CLOEXEC, 0);
	return rc;
}

static void no_descriptors(struct programs *p)
{
	unsigned i;

	p->types = -1;
	for (i = 0; i < SITE_CNT; i++)
		p->at[i].fd = -1;
	for (i = 0; i < TASK_PROGRAMS; i++)
		p->tasks[i].fd = -1;
	for (i = 0; i < SQL_PROGRAMS; i++)
		p->sql[i].fd = -1;
}

/* All but the first part.  Meanwhile a thread makes the maps, whose sizes the first one has. */
static int open_others(struct programs *p, unsigned cnt, const struct kernel *kernel,
		       const struct object_config *config, bool first)
{
	struct maps_ahead *ahead = NULL;
	int rc = 0;

	if (first) {
		extras_choose(p->parts[0], kernel, config, true);
		extras_size_maps(p->parts[0], config);
		ahead = maps_ahead_begin(p->parts[0]->obj);
	}
	while (!rc && p->cnt < cnt)
		rc = open_part(p, kernel->links, kernel_types(config));
	if (!rc && (!first || p->special))
		extras_choose(p->parts[p->special], kernel, config, first);
	maps_ahead_end(ahead);
	return rc;
}

/* With one part. */
static int begin(struct programs *p, const struct kernel *kernel,
		 const struct object_config *config, const char *types)
{
	int rc;

	no_descriptors(p);
	p->has_maps = false;
	p->rodata = calloc(1, sizeof(*p->rodata));
	rc = p->rodata ? open_part(p, kernel->links, types) : -ENOMEM;
	if (rc)
		return rc;
	memcpy(p->rodata, p->parts[0]->rodata, sizeof(*p->rodata));
	p->sessions = config->sessions;
	p->sql_sessions = config->sql_sessions;
	return 0;
}

int programs_prepare(struct programs *p, const struct kernel *kernel,
		     const struct object_config *config, const struct programs *first)
{
	unsigned n = processors();
	int rc;

	/* The threads' memory comes from one arena, of which malloc_trim() gives all back. */
	mallopt(M_ARENA_MAX, 1);
	n = n < PROGRAMS_PARTS ? n : PROGRAMS_PARTS;
	p->special = !first && n > 1;
	rc = begin(p, kernel, config, kernel_types(config));
	rc = rc ?: open_others(p, n + p->special, kernel, config, !first);
	return !rc && p->special ? make_maps(p, kernel->links) : rc;
}

static void say_refused(const struct loan *loan)
{
	log_verbose("process %d has other programs ready", loan_lender(loan));
}

int programs_borrow(struct programs *p, const struct kernel *kernel,
		    const struct object_config *config, struct loan *loan)
{
	int rc = begin(p, kernel, config, NULL);

	p->loan = loan;
	if (rc)
		return rc;
	extras_choose(p->parts[0], kernel, config, true);
	extras_size_maps(p->parts[0], config);
	rc = kernel->links == LINK_MULTI ? loan_use_maps(loan, p->parts[0]) : -ENOTSUP;
	p->has_maps = !rc;
	if (rc)
		say_refused(loan);
	return rc;
}

/* False: there are none, or they are not what is needed. */
static bool take_loan(struct programs *p, const struct perl_image *image,
		      const struct kernel *kernel, const struct object_config *config)
{
	struct loan *loan __cleanup(free_loan) = take_ptr(p->loan);
	bool tasks[TASK_PROGRAMS];
	enum task_program task;

	if (!loan)
		return false;
	rodata_fill(p, image, kernel, config);
	for (task = 0; task < TASK_PROGRAMS; task++)
		tasks[task] = is_wanted(task, config);
	if (!config->sample_rate && loan_take(loan, p, tasks)) {
		log_verbose("process %d had the programs ready", loan_lender(loan));
		return true;
	}
	say_refused(loan);
	programs_close(p);
	return false;
}

int programs_load(struct programs *p, const struct perl_image *image, const struct kernel *kernel,
		  const struct object_config *config, const struct programs *first)
{
	int rc;

	if (take_loan(p, image, kernel, config))
		return 0;
	rc = p->cnt ? 0 : programs_prepare(p, kernel, config, first);
	if (rc)
		return rc;
	rodata_fill(p, image, kernel, config);
	if (config->sample_rate)
		choose_samples(p, !first);
	else
		deal_programs(p, config, !first);
	rc = first || p->has_maps ? 0 : make_maps(p, kernel->links);
	rc = rc ?: load_parts(p, first ? first->parts[0] : p->parts[0]);
	return rc ?: take_programs(p, kernel->links, config->sample_rate);
}

void programs_close(struct programs *p)
{
	int i;

	for (i = 0; i < SITE_CNT; i++)
		close_fd(&p->at[i].fd);
	for (i = 0; i < TASK_PROGRAMS; i++)
		close_fd(&p->tasks[i].fd);
	for (i = 0; i < SQL_PROGRAMS; i++)
		close_fd(&p->sql[i].fd);
	close_fd(&p->types);
	no_descriptors(p);
	loan_free(take_ptr(p->loan));
	while (p->cnt)
		nytprof_bpf__destroy(p->parts[--p->cnt]);
	free(p->rodata);
	p->rodata = NULL;
}
