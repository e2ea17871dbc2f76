// SPDX-License-Identifier: GPL-2.0-or-later
/* Drain, outputs and finish, put together. */
#include "harvest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "drain/drain.h"
#include "drain/tracee.h"
#include "run/attached.h"
#include "run/finish.h"
#include "run/outputs.h"
#include "run/run.h"
#include "target/perl.h"
#include "util/error.h"
#include "util/log.h"

void harvest_reap(struct harvest *h, int options)
{
	if (h->flusher && waitpid(h->flusher, NULL, options) == h->flusher)
		h->flusher = 0;
}

static int write_tracee(struct harvest *h, struct tracee *t, struct error *err)
{
	const struct perl_image *image = attached_image(h->attached, t->build);
	char version[32];
	struct finish f = { .mono_to_epoch_ns = h->to_epoch_ns,
			    .trap_ns = h->trap_ns,
			    .owner = h->owner,
			    .perl_version = version,
			    .layout = image->row->name,
			    .no_builtin_ends = attached_spares_returns(h->attached),
			    .layout_is_derived = perl_is_derived(image) };

	harvest_reap(h, 0); /* or it would write over this with less */
	snprintf(version, sizeof(version), "%u.%u.%u", image->build.revision, image->build.version,
		 image->build.subversion);
	return outputs_write(h->outputs, t, &f, err);
}

int harvest_write(struct harvest *h, bool all, struct error *err)
{
	struct tracee *t;
	struct error unwritten;
	int rc = drain_collect(h->drain, err);

	/* One that can't be written is counted as such; the others are not to suffer. */
	while ((t = drain_take(h->drain, all))) {
		if (write_tracee(h, t, &unwritten))
			log_error("%s", unwritten.text);
		tracee_free(t);
	}
	return rc;
}

int harvest_update(struct harvest *h, struct error *err)
{
	struct tracee *t;
	int rc = harvest_write(h, false, err);

	for (t = drain_tracees(h->drain); t && !rc; t = t->next) {
		if (outputs_choose(h->outputs, t, h->to_epoch_ns))
			rc = error_set(err, ENOMEM, "out of memory");
	}
	return rc;
}

static void begin_later(const struct interp *in, struct tracee *t, void *arg)
{
	if (in->paused & PAUSED_START)
		t->start_ns = *(uint64_t *)arg;
}

void harvest_note_waiting(struct harvest *h)
{
	struct timespec now;
	uint64_t now_ns;

	clock_gettime(h->clock, &now);
	now_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	drain_each_interp(h->drain, begin_later, &now_ns);
}

/* In a process of its own, which has all as it is now: the recording need not wait for a disk. */
static int write_so_far(struct harvest *h)
{
	struct error err;
	struct timespec now;
	struct tracee *t;
	int rc = 0, one;

	h->flusher = 0;
	outputs_forget(h->outputs);
	clock_gettime(h->clock, &now);
	for (t = drain_tracees(h->drain); t; t = t->next) {
		t->end_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
		drain_list_defined(h->drain, t); /* without memory it has those that were called */
		one = write_tracee(h, t, &err);
		if (one)
			log_error("%s", err.text);
		rc = rc ?: one;
	}
	return rc;
}

int harvest_flush(struct harvest *h, void (*say)(const struct outputs *out, int rc, void *arg),
		  void *arg, struct error *err)
{
	int rc = harvest_update(h, err);

	if (rc)
		return rc;
	harvest_reap(h, 0);
	h->flusher = fork();
	if (h->flusher < 0) {
		h->flusher = 0;
		return error_set(err, errno, "can't start a process: %s", strerror(errno));
	}
	if (h->flusher)
		return 0;
	rc = write_so_far(h);
	say(h->outputs, rc, arg);
	_exit(rc ? STATUS_FAILED : STATUS_DONE);
}
