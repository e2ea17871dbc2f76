// SPDX-License-Identifier: GPL-2.0-or-later
/* From the first of its programs (programs.c) to the last; its probes are in object_probes.c. */
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
#include "attach/loan.h"
#include "attach/malloc_links.h"
#include "attach/programs.h"
#include "nytprof/interp.h"
#include "nytprof/names.h"
#include "nytprof/settings.h"
#include "perl/perl_image.h"
#include "sample/room.h"
#include "sample/ticks.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/sched_state.h"
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

struct object *object_borrow(const struct kernel *kernel, const struct object_config *config,
			     struct loan *loan)
{
	struct object *object = new_object(kernel, config);

	if (!object)
		loan_free(loan);
	else if (!programs_borrow(&object->programs, kernel, config, loan))
		return object;
	object_free(object);
	return NULL;
}

bool object_lend(const struct object *object, int connection)
{
	return loan_offer(&object->programs, object->kernel, connection);
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

int object_close_interp(const struct object *object, uint64_t base, uint32_t tgid, uint32_t how)
{
	uint64_t args[3] = { base, tgid, how };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));

	return bpf_prog_test_run_opts(object->programs.tasks[TASK_CLOSE].fd, &opts);
}

int object_window_interp(const struct object *object, uint64_t base, uint32_t tgid,
			 uint64_t wall_ns, const struct sched_state *main_thread)
{
	uint64_t args[5] = { base, tgid, wall_ns, main_thread->delay_ns,
			     main_thread->asleep ? OWN_ASLEEP : main_thread->sleeps };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));

	return bpf_prog_test_run_opts(object->programs.tasks[TASK_WINDOW].fd, &opts);
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
