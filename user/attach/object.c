// SPDX-License-Identifier: GPL-2.0-or-later
/* Attaches the programs (programs.c). */
#include "attach/object_parts.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "attach/calibrate.h"
#include "attach/features.h"
#include "attach/kevents.h"
#include "attach/links.h"
#include "attach/malloc_links.h"
#include "attach/places.h"
#include "attach/programs.h"
#include "log/log.h"
#include "nytprof/names.h"
#include "nytprof/settings.h"
#include "perl/perl_image.h"
#include "sample/room.h"
#include "sample/ticks.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "nytprof.skel.h"

#define CUT_STEPS 65536 /* more than the open calls of one interpreter need */

static struct object *new_object(const struct kernel *kernel, const struct object_config *config)
{
	struct object *object = calloc(1, sizeof(*object));

	if (!object)
		return NULL;
	object->kernel = kernel;
	object->no_returns = kernel->returns_kill;
	object->sample_rate = config->sample_rate;
	object->kevent_points = config->tracepoints;
	object->kevent_point_cnt = config->tracepoint_cnt;
	memset(object->tracepoints, -1, sizeof(object->tracepoints));
	return object;
}

struct object *object_prepare(const struct kernel *kernel, const struct object_config *config)
{
	struct object *object = new_object(kernel, config);

	if (object && !programs_prepare(&object->programs, kernel, config, NULL))
		return object;
	object_free(object);
	return NULL;
}

/* The kernel's own words for what it does not know are "Invalid argument". */
static void say_why(int rc, const struct perl_image *image, const struct object_config *config,
		    struct error *err)
{
	if (features_may_lack(rc) && features_check(err))
		return;
	error_set(err, -rc, "can't load the BPF programs for %s: %s%s", image->path, strerror(-rc),
		  config->sample_rate ? "; --mode=sample needs Linux 6.1 or newer, and "
					"--mode=trace does not" :
					"");
}

struct object *object_new(struct object *prepared, const struct perl_image *image,
			  const struct kernel *kernel, const struct object_config *config,
			  const struct object *first, struct error *err)
{
	struct object *object = prepared;
	int rc = first ? 0 : kevents_check(config->kevents, err);

	if (rc) {
		object_free(prepared);
		errno = -rc;
		return NULL;
	}
	if (!object)
		object = new_object(kernel, config);
	rc = object ? programs_load(&object->programs, image, kernel, config,
				    first ? &first->programs : NULL) :
		      -ENOMEM;
	if (!rc)
		return object;
	say_why(rc, image, config, err);
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
	object_free(object->lesser);
	for (i = 0; i < sizeof(object->tracepoints) / sizeof(object->tracepoints[0]); i++)
		close_fd(&object->tracepoints[i]);
	programs_close(&object->programs);
	free(object->links);
	free(object);
}

int object_add_lesser(struct object *object, const struct perl_image *image,
		      const struct object_config *config, const struct object *first,
		      struct error *err)
{
	struct object_config lesser = *config;

	lesser.want_stmts = lesser.want_blocks = false;
	object->lesser = object_new(NULL, image, object->kernel, &lesser, first, err);
	return object->lesser ? 0 : -errno;
}

bool object_fits(const struct object *object, const struct perl_image *image)
{
	return programs_fit(&object->programs, image);
}

/* Of the first object only; -1: it is not loaded. */
static int fd_of(const struct bpf_program *prog)
{
	return bpf_program__autoload(prog) ? bpf_program__fd(prog) : -1;
}

/* The programs of a mode, and those of waits. */
static int attach_tracepoints(struct object *object, int progs[TRACEPOINTS], struct error *err)
{
	const struct nytprof_bpf *skel = object->programs.parts[object->programs.special];
	size_t i;

	progs[3] = fd_of(skel->progs.wait_exec);
	progs[4] = fd_of(skel->progs.wait_exit);
	progs[5] = fd_of(skel->progs.wait_switch);
	progs[6] = fd_of(skel->progs.wait_wakeup);
	for (i = 0; i < TRACEPOINTS; i++) {
		if (progs[i] < 0)
			continue;
		object->tracepoints[i] = bpf_raw_tracepoint_open(NULL, progs[i]);
		if (object->tracepoints[i] < 0)
			return error_set(err, errno,
					 "can't attach to the tracepoints of processes: %s",
					 strerror(errno));
	}
	return 0;
}

/* No string and no sub has the id 0. */
static void make_room(const struct nytprof_bpf *skel)
{
	const struct string_part part = {};
	const struct string_key string = {};
	const struct sub sub = {};
	const uint32_t id = 0;

	room_make(bpf_map__fd(skel->maps.strings), &string, &part);
	room_make(bpf_map__fd(skel->maps.subs), &id, &sub);
}

/* The programs for fork, exec and exit. */
static void mode_progs(const struct object *object, int progs[FIRST_WAIT])
{
	const struct program *tasks = object->programs.tasks;

	progs[0] = tasks[TASK_FORK].fd;
	progs[1] = tasks[TASK_EXEC].fd;
	progs[2] = tasks[TASK_EXIT].fd;
}

static uint64_t misses_of(int prog)
{
	struct bpf_prog_info info = {};
	uint32_t size = sizeof(info);

	return prog >= 0 && !bpf_obj_get_info_by_fd(prog, &info, &size) ? info.recursion_misses : 0;
}

void object_count_misses(const struct object *object, struct object_misses *m)
{
	int progs[FIRST_WAIT];

	mode_progs(object, progs);
	m->forks = misses_of(progs[0]);
	m->execs = misses_of(progs[1]);
	m->exits = misses_of(progs[2]);
}

/* The ticks of the first object are those of all. */
static int begin_samples(struct object *object, int progs[TRACEPOINTS], struct error *err)
{
	const struct nytprof_bpf *skel = object->programs.parts[0];
	const uint32_t build = object->programs.rodata->settings.build;
	const struct nytprof_bpf *special = object->programs.parts[object->programs.special];
	int look = object->programs.tasks[TASK_LOOK].fd, rc;

	if (bpf_map_update_elem(bpf_map__fd(skel->maps.sample_builds), &build, &look, BPF_ANY))
		return error_set(err, errno, "can't sample: %s", strerror(errno));
	rc = attach_tracepoints(object, progs, err);
	if (rc || !bpf_program__autoload(special->progs.sample_tick))
		return rc;
	make_room(skel);
	object->ticks =
		ticks_new(bpf_program__fd(special->progs.sample_tick), object->sample_rate, err);
	return object->ticks ? 0 : -errno;
}

void object_stir(struct object *object)
{
	ticks_stir(object->ticks);
}

int object_attach_tracepoints(struct object *object, struct error *err)
{
	int progs[TRACEPOINTS];

	mode_progs(object, progs);
	if (object->sample_rate ? begin_samples(object, progs, err) :
				  attach_tracepoints(object, progs, err))
		return -errno;
	object->kevents = kevents_attach(object->programs.parts[object->programs.special],
					 object->kevent_points, object->kevent_point_cnt, err);
	return object->kevents ? 0 : -errno;
}

static int add_link(struct object *object, const struct program *program,
		    const struct link_spec *spec, struct error *err)
{
	struct link **more = reallocarray(object->links, object->link_cnt + 1, sizeof(*more));
	struct link *link;

	if (!more)
		return error_set(err, ENOMEM, "out of memory");
	object->links = more;
	link = link_new(program, object->kernel->links, spec, err);
	if (!link)
		return -errno;
	object->links[object->link_cnt++] = link;
	return 0;
}

static int attach_places(struct object *object, const struct perl_image *image,
			 enum place_group group, pid_t pid, int file, struct error *err)
{
	struct places places;
	struct link_spec spec = { .file = file, .owner = image, .pid = pid };

	if (places_collect(&places, &object->programs, image, object->kernel, group))
		return error_set(err, ENOTSUP, "%s has addresses above %llu GB: not supported",
				 image->path, (1ull << COOKIE_VADDR_BITS) >> 30);
	if (!places.cnt)
		return 0;
	places_specify(&places, group, &spec);
	return add_link(object, places.program, &spec, err);
}

static bool is_in(enum place_group group, enum attach_part part)
{
	return part == ATTACH_ALL || (part == ATTACH_RETURNS) == (group == PLACES_RETURNS);
}

int object_attach_parts(struct object *object, const struct perl_image *image, pid_t pid, int file,
			enum attach_part part, struct error *err)
{
	enum place_group group;
	int rc = 0;

	if (file < 0)
		file = image->fd;
	for (group = 0; group < PLACE_GROUPS && !rc; group++) {
		if (is_in(group, part) && (group != PLACES_RETURNS || !object->no_returns))
			rc = attach_places(object, image, group, pid, file, err);
	}
	return rc;
}

int object_attach(struct object *object, const struct perl_image *image, pid_t pid, int file,
		  struct error *err)
{
	return object_attach_parts(object, image, pid, file, ATTACH_ALL, err);
}

int object_attach_lesser(struct object *object, const struct perl_image *image, pid_t pid, int file,
			 struct error *err)
{
	return object_attach(object->lesser, image, pid, file, err);
}

/* The ends first: what is entered is never missed when it returns. */
int object_attach_sql(struct object *object, int file, const uint64_t offsets[SQL_FUNCTIONS],
		      struct error *err)
{
	uint64_t places[SQL_FUNCTIONS], enter[SQL_FUNCTIONS], leave[SQL_FUNCTIONS];
	struct link_spec spec = { .name = "the functions of a database library",
				  .file = file,
				  .offsets = places,
				  .cookies = leave,
				  .at_return = true };
	uint64_t i, returns = 0, cnt = 0;
	int rc;

	if (object->no_returns && !object->programs.sql_sessions)
		return error_set(err, ENOTSUP,
				 "--sql: return probes would end programs here, so that no "
				 "statements are recorded");
	/* Those whose end is not asked for are the last ones. */
	for (i = 0; i < SQL_FUNCTIONS; i++) {
		if (!offsets[i])
			continue;
		places[cnt] = offsets[i];
		enter[cnt] = i | (uint64_t)object->kernel->trap_ns[PRICE_TRAP] << SQL_COOKIE_SHIFT;
		leave[cnt++] = i | (uint64_t)object->kernel->trap_ns[PRICE_RETURN]
					   << SQL_COOKIE_SHIFT;
		returns += i < SQL_SQLITE_RESET;
	}
	spec.cnt = returns;
	rc = returns && !object->programs.sql_sessions ?
		     add_link(object, &object->programs.sql[SQL_LEAVE], &spec, err) :
		     0;
	spec.cnt = cnt;
	spec.cookies = enter;
	spec.at_return = false;
	spec.session = object->programs.sql_sessions;
	return rc || !cnt ? rc : add_link(object, &object->programs.sql[SQL_ENTER], &spec, err);
}

int object_attach_malloc(struct object *object, int file, pid_t pid,
			 const uint64_t offsets[MALLOC_FUNCTIONS], struct error *err)
{
	if (object->no_returns)
		return error_set(
			err, ENOTSUP,
			"--event=malloc: return probes would end programs here, so that no "
			"allocations are followed");
	return malloc_links_add(&object->mallocs, object->programs.parts[object->programs.special],
				object->kernel, file, pid, offsets, err);
}

void object_detach_malloc(struct object *object, pid_t pid)
{
	malloc_links_drop(&object->mallocs, pid);
}

void object_detach(struct object *object)
{
	size_t i;

	if (object->lesser)
		object_detach(object->lesser);
	links_free(object->links, object->link_cnt);
	object->link_cnt = 0;
	malloc_links_drop(&object->mallocs, 0);
	ticks_free(object->ticks);
	object->ticks = NULL;
	kevents_detach(object->kevents);
	object->kevents = NULL;
	for (i = FIRST_WAIT; i < TRACEPOINTS;
	     i++) { /* or a wait would begin a profile after the end */
		close_fd(&object->tracepoints[i]);
		object->tracepoints[i] = -1;
	}
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

	if (object->lesser)
		detach_some(object->lesser, is_to_go, arg);
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

static bool is_of_perl(const struct link *link, const void *arg)
{
	(void)arg;
	return link_owner(link);
}

void object_detach_perls(struct object *object)
{
	detach_some(object, is_of_perl, NULL);
}

static bool is_return(const struct link *link, const void *arg)
{
	(void)arg;
	return link_at_return(link);
}

static void detach_returns(struct object **objects, size_t cnt)
{
	struct link **all = NULL;
	size_t i, kept, sum = 0;

	for (i = 0; i < cnt; i++)
		sum += objects[i]->link_cnt;
	all = calloc(sum + 1, sizeof(*all));
	for (i = 0, sum = 0; i < cnt; i++) {
		struct object *object = objects[i];

		object->no_returns = true;
		malloc_links_drop(&object->mallocs, 0);
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

void objects_detach_returns(struct object **objects, size_t cnt)
{
	size_t i;

	detach_returns(objects, cnt);
	for (i = 0; i < cnt; i++) {
		if (objects[i]->lesser)
			detach_returns(&objects[i]->lesser, 1);
	}
}

int object_close_interp(const struct object *object, uint64_t base, uint32_t tgid, uint32_t how)
{
	uint64_t args[3] = { base, tgid, how };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));

	return bpf_prog_test_run_opts(object->programs.tasks[TASK_CLOSE].fd, &opts);
}

int object_cut_interp(const struct object *object, uint64_t base, uint32_t tgid, uint64_t wall_ns,
		      uint64_t delay_ns)
{
	const int prog = object->programs.tasks[TASK_CUT].fd;
	uint64_t args[4] = { base, tgid, wall_ns, delay_ns };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));
	unsigned steps;
	int rc;

	for (steps = 0; steps < CUT_STEPS; steps++) {
		rc = bpf_prog_test_run_opts(prog, &opts);
		if (rc || opts.retval)
			return rc;
	}
	return -E2BIG;
}

bool object_probes(const struct object *object, enum site_id site)
{
	return object->programs.used[site];
}

/* Of a builtin, of which there are a hundred.  False: of statements and calls. */
static bool is_of_builtin(const struct probe *p)
{
	return p->site == SITE_SLOWOP || p->site == SITE_SLOWOP_RET || p->site == SITE_ACCEPT ||
	       p->site == SITE_ACCEPT_RET;
}

typedef LOG_FORMAT void log_line(const char *fmt, ...);

static void describe_probe(const struct probe *p, log_line *say)
{
	say("  %-14s at %#9llx  %-34s %-12s %s, +%llu", p->function, (unsigned long long)p->offset,
	    p->insn, probe_price_text(p->price), p->how,
	    (unsigned long long)(p->vaddr - p->moved - p->function_vaddr));
}

void object_describe(const struct object *object, const struct perl_image *image)
{
	const struct perl_build *b = &image->build;
	unsigned of_builtins = 0;
	size_t i;

	if (perl_is_derived(image))
		log_warning("%s: perl %u.%u.%u is newer than any known perl; the agent derives "
			    "its layout from 5.%u, and its code agrees with that",
			    image->path, b->revision, b->version, b->subversion,
			    image->row->version);
	log_verbose("%s: perl %u.%u.%u, layout %s", image->path, b->revision, b->version,
		    b->subversion, image->row->name);
	for (i = 0; i < image->probe_cnt; i++) {
		const struct probe *p = &image->probes[i];

		if (!object_probes(object, p->site))
			continue;
		of_builtins += is_of_builtin(p);
		describe_probe(p, is_of_builtin(p) ? log_probe : log_verbose);
	}
	if (of_builtins && log_get_level() < LOG_LEVEL_PROBES)
		log_verbose("  and %u probes at the start and end of builtins; -vv lists them",
			    of_builtins);
}
