// SPDX-License-Identifier: GPL-2.0-or-later
/* Which perls are attached, and how. */
#include "probes/probes_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attach/calibrate.h"
#include "attach/links.h"
#include "attach/object.h"
#include "attach/object_maps.h"
#include "nytprof/interp.h"
#include "options/options.h"
#include "perl/perl_image.h"
#include "probes/choice.h"
#include "probes/members.h"
#include "probes/sharing.h"
#include "sample/way_in.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/forked.h"

/*
 * With so many processes, links of their own cost a statement 10 % more than those of one
 * (docs/performance.md).
 */
#define OWN_LINKS_MAX 4

struct probes *probes_new(const struct kernel *kernel, const struct options *options)
{
	struct probes *a = calloc(1, sizeof(*a));

	if (a) {
		a->kernel = kernel;
		a->options = options;
		forked_add(links_close_in_child);
		pthread_mutex_init(&a->lock, NULL);
	}
	return a;
}

void probes_free(struct probes *a)
{
	int i;

	if (!a)
		return;
	for (i = a->object_cnt - 1; i >= 0; i--)
		object_free(a->objects[i]);
	object_free(a->prepared);
	for (i = 0; i < a->cnt; i++)
		perl_image_free(a->images[i]);
	for (i = 0; i < a->whole_cnt; i++)
		close_fd(&a->whole_fds[i]);
	members_release(&a->members);
	pthread_mutex_destroy(&a->lock);
	free(a);
}

void probes_only_followed(struct probes *a, size_t cnt)
{
	a->many = cnt > 1;
	a->only_followed = a->many || a->options->sampled;
	/* --overhead takes the statements away from a process, not from all. */
	a->shares = cnt > OWN_LINKS_MAX && !a->options->sampled && !(a->options->overhead > 0);
}

void probes_know_kernel(struct probes *a)
{
	const struct kernel *kernel = a->kernel;

	a->no_returns = kernel->returns_kill;
	/*
	 * A link that is limited to a process asks for the returns of others, too
	 * (kernel/trace/bpf_trace.c, 6.18).
	 */
	a->sessions = kernel->sessions && !kernel->returns_kill && a->options->all.on;
	a->sql_sessions = kernel->sessions && !kernel->returns_kill && a->options->sql;
	choice_for_kernel(kernel, a->options->unsafe_nops);
	choice_of_stubs(kernel, a->options->argc && !a->options->no_stubs && !a->options->sampled);
}

/* May the budget of --overhead take the statements away? */
static bool may_lessen(const struct probes *a)
{
	return a->options->overhead > 0 && !a->options->burst && a->options->nytprof.stmts &&
	       a->options->nytprof.subs;
}

void probes_get_ready(struct probes *a, struct loan *loan)
{
	struct object_config config;

	probes_configure(a, &config);
	a->prepared = loan ? object_borrow(a->kernel, &config, loan) : NULL;
	if (!a->prepared)
		a->prepared = object_prepare(a->kernel, &config);
}

bool probes_lend(const struct probes *a, int connection)
{
	return a->object_cnt && object_lend(a->objects[0], connection);
}

/* The programs for an image: those of another one like it, or new ones.  Their index. */
static int find_object(struct probes *a, const struct perl_image *image, struct error *err)
{
	struct object_config config;
	struct object *object;
	int i, rc;

	probes_configure(a, &config);
	for (i = 0; i < a->object_cnt; i++) {
		if (object_fits(a->objects[i], image) &&
		    perl_image_same_build(probes_image(a, (unsigned)i), image))
			return i;
	}
	object = object_new(take_ptr(a->prepared), image, a->kernel, &config,
			    i ? a->objects[0] : NULL, err);
	if (!object)
		return -errno;
	rc = may_lessen(a) ?
		     object_add_lesser(object, image, &config, i ? a->objects[0] : object, err) :
		     0;
	rc = rc ?: a->traced ? object_attach_tracepoints(object, err) : 0;
	if (rc) {
		object_free(object);
		return rc;
	}
	pthread_mutex_lock(&a->lock);
	if (a->no_returns)
		objects_detach_returns(&object, 1);
	a->objects[i] = object;
	a->object_cnt++;
	pthread_mutex_unlock(&a->lock);
	return i;
}

int probes_add(struct probes *a, struct perl_image *image, struct error *err)
{
	int i, object;

	for (i = 0; i < a->cnt; i++) {
		if (a->images[i] && a->images[i]->dev == image->dev &&
		    a->images[i]->ino == image->ino) {
			perl_image_free(image);
			return i;
		}
	}
	for (i = 0; i < a->cnt && a->images[i]; i++)
		;
	if (i == IMAGES_MAX)
		object = error_set(err, ENOSPC, "the limit is %d different perls at a time",
				   IMAGES_MAX);
	else
		object = find_object(a, image, err);
	if (object < 0) {
		perl_image_free(image);
		return object;
	}
	object_describe(a->objects[object], image);
	perl_image_forget_file(image);
	pthread_mutex_lock(&a->lock);
	a->images[i] = image;
	a->object_of[i] = object;
	a->cnt += i == a->cnt;
	pthread_mutex_unlock(&a->lock);
	if (!a->options->sampled)
		return i;
	return probes_sample_file(a, i, image->dev, image->ino, err) ?: i;
}

static struct object *object_of(const struct probes *a, int image)
{
	return a->objects[a->object_of[image]];
}

/* ------------------------------------------------------------------------ attach */

static enum detail detail_of(const struct probes *a, int image, pid_t pid)
{
	const struct member *m = pid ? members_find(&a->members, pid) : NULL;

	return m ? m->detail : a->details[a->object_of[image]];
}

void probes_before_limited(struct probes *a, void (*heed)(void *arg), void *arg)
{
	a->heed = heed;
	a->heed_arg = arg;
}

/* Sets return probes that only a process is meant to have: see coro_watch.h. */
static void heed_others(struct probes *a)
{
	void (*heed)(void *arg) = a->heed;

	if (!heed || a->options->sampled || !a->options->nytprof.subs || a->no_returns)
		return;
	a->heed = NULL;
	heed(a->heed_arg);
}

bool probes_know_file(const struct probes *a, dev_t dev, ino_t ino)
{
	int i;

	for (i = 0; i < a->cnt; i++) {
		if (a->images[i] && a->images[i]->dev == dev && a->images[i]->ino == ino)
			return true;
	}
	return false;
}

int probes_attach_at(struct probes *a, int image, pid_t pid, int file, struct error *err)
{
	enum detail detail = detail_of(a, image, pid);
	uint64_t begin_ns = mono_ns();
	int rc = 0;

	if (a->off)
		return 0;
	if (pid && detail != DETAIL_NONE)
		heed_others(a);
	pthread_mutex_lock(&a->lock);
	if (detail == DETAIL_ALL)
		rc = object_attach(object_of(a, image), a->images[image], pid, file, err);
	else if (detail == DETAIL_SUBS)
		rc = object_attach_lesser(object_of(a, image), a->images[image], pid, file, err);
	pthread_mutex_unlock(&a->lock);
	a->set_ns += mono_ns() - begin_ns;
	return rc;
}

static void detach_process(struct probes *a, int image, pid_t pid)
{
	pthread_mutex_lock(&a->lock);
	object_detach_process(object_of(a, image), pid);
	pthread_mutex_unlock(&a->lock);
}

/* Its links are of no use any more. */
static void detach_ended(const struct member *m, void *arg)
{
	struct probes *a = arg;
	int image;

	for (image = 0; image < a->cnt; image++) {
		if (m->images[image])
			detach_process(a, image, m->pid);
	}
}

static int attach_shared(struct probes *a, int image, pid_t pid, struct error *err)
{
	uint64_t begin_ns = mono_ns();
	int rc;

	heed_others(a);
	rc = sharing_attach(a, image, pid, err);
	a->set_ns += mono_ns() - begin_ns;
	return rc;
}

/* A second link would count everything twice. */
static int attach_process(struct probes *a, int image, pid_t pid, int file, struct error *err)
{
	struct member *m;
	int rc;

	members_drop_ended(&a->members, detach_ended, a);
	m = members_get(&a->members, pid);
	if (!m)
		return error_set(err, ENOMEM, "out of memory");
	if (m->images[image])
		return 0;
	rc = a->shares ? attach_shared(a, image, pid, err) :
			 probes_attach_at(a, image, pid, file, err);
	if (!rc)
		m->images[image] = true;
	else
		detach_process(a, image, pid);
	return rc;
}

int probes_attach(struct probes *a, int image, pid_t pid, int file, struct error *err)
{
	int rc;

	if (pid)
		return attach_process(a, image, pid, file, err);
	rc = probes_attach_at(a, image, 0, file, err);
	if (!rc && a->whole_cnt < IMAGES_MAX &&
	    !fstat(file < 0 ? a->images[image]->fd : file, &a->whole[a->whole_cnt])) {
		a->whole_images[a->whole_cnt] = image;
		a->whole_fds[a->whole_cnt++] = a->options->overhead > 0 && file >= 0 ?
						       fcntl(file, F_DUPFD_CLOEXEC, 0) :
						       -1;
	}
	return rc;
}

int probes_attach_sql(struct probes *a, int file, const uint64_t offsets[SQL_FUNCTIONS],
		      struct error *err)
{
	int rc;

	pthread_mutex_lock(&a->lock);
	rc = object_attach_sql(a->objects[0], file, offsets, err);
	pthread_mutex_unlock(&a->lock);
	return rc;
}

void probes_maps(const struct probes *a, struct maps *maps)
{
	object_maps(a->objects[0], maps);
}

void probes_stir(struct probes *a)
{
	if (a->object_cnt)
		object_stir(a->objects[0]);
}

int probes_attach_tracepoints(struct probes *a, struct error *err)
{
	int i, rc = 0;

	for (i = 0; i < a->object_cnt && !rc; i++)
		rc = object_attach_tracepoints(a->objects[i], err);
	a->traced = !rc;
	return rc;
}

int probes_cnt(const struct probes *a)
{
	return a->cnt;
}

const struct perl_image *probes_image(const struct probes *a, unsigned build)
{
	int i;

	for (i = 0; i < a->cnt; i++) {
		if (a->images[i] && a->object_of[i] == (int)build)
			return a->images[i];
	}
	return a->images[0]; /* there is one of each object, so this is not reached */
}

/* The builds that are alike may be attached one after the other: then it may have run before. */
static bool ran_before(const struct probes *a, const struct interp *in)
{
	int image;

	for (image = 0; image < a->cnt; image++) {
		if (a->images[image] && a->object_of[image] == (int)in->build &&
		    a->since[image] > in->task_start_ns && in->task_start_ns)
			return true;
	}
	return false;
}

unsigned probes_files(const struct probes *a)
{
	unsigned cnt = (unsigned)a->whole_cnt;
	int image;

	for (image = 0; image < a->cnt; image++)
		cnt += a->since[image] || members_have(&a->members, image);
	return cnt;
}

bool probes_is_late(const struct probes *a, const struct interp *in)
{
	const struct member *m = members_find(&a->members, (pid_t)in->tgid);
	int image;

	if (ran_before(a, in))
		return true;
	for (image = 0; m && image < a->cnt; image++) {
		if (m->images[image] && a->object_of[image] == (int)in->build)
			return true;
	}
	return false;
}

void probes_close_interp(struct probes *a, const struct interp *in, enum interp_end how)
{
	object_close_interp(a->objects[0], in->base, in->tgid, how);
}

void probes_count_misses(const struct probes *a, struct object_misses *m)
{
	memset(m, 0, sizeof(*m));
	if (a->object_cnt)
		object_count_misses(a->objects[0], m);
}

void probes_detach(struct probes *a)
{
	uint64_t begin_ns = mono_ns();
	int i;

	pthread_mutex_lock(&a->lock);
	for (i = 0; i < a->object_cnt; i++)
		object_detach(a->objects[i]);
	pthread_mutex_unlock(&a->lock);
	if (a->object_cnt)
		a->removed_ns = mono_ns() - begin_ns;
}

/* The lock may be held by a thread that the child does not have. */
void probes_leave(struct probes *a)
{
	int i;

	if (!links_fork()) {
		for (i = 0; i < a->object_cnt; i++)
			object_detach(a->objects[i]);
		_exit(0);
	}
	probes_detach(a);
}

void probes_took(const struct probes *a, uint64_t *set_ns, uint64_t *removed_ns)
{
	*set_ns = a->set_ns;
	*removed_ns = a->removed_ns;
}
