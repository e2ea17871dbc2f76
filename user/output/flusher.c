// SPDX-License-Identifier: GPL-2.0-or-later
/* Writes profiles: those of what runs still in a process of its own. */
#include "output/flush.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "drain/drain.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "nytp/nytp.h"
#include "options/options.h"
#include "output/flush_parts.h"
#include "output/group_sums.h"
#include "output/outputs.h"
#include "output/prices.h"
#include "output/tally.h"
#include "perl/perl_image.h"
#include "probes/probes.h"
#include "profile/profile.h"
#include "source/source.h"
#include "store/metadata.h"
#include "store/store.h"
#include "tracee/tracee.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/forked.h"

#define FLUSHER_PATIENCE_NS (2 * 1000000000ull)

/* Such as by the kernel for want of memory, which it has no time to say itself. */
static void say_killed(struct flush *h, int sig)
{
	uint64_t now = mono_ns();

	if (h->said_killed_ns && now - h->said_killed_ns < SAY_AGAIN_NS)
		return;
	h->said_killed_ns = now;
	log_error("the flush (process %d) was killed by signal %d (%s): its data is still in "
		  "memory, and the next flush writes it",
		  h->flusher, sig, strsignal(sig));
}

void flush_reap(struct flush *h, int options)
{
	struct rusage usage;
	struct tracee *t;
	int status;

	if (!h->flusher || wait4(h->flusher, &status, options, &usage) != h->flusher)
		return;
	if (WIFSIGNALED(status))
		say_killed(h, WTERMSIG(status));
	h->flusher = 0;
	h->flushers_seconds += (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
			       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
	if (!status && !h->partial)
		h->flushed = time(NULL);
	if (h->store)
		store_trim(h->store);
	if (h->group_sums)
		group_sums_other_has(h->group_sums, status == 0);
	for (t = status ? drain_tracees(h->drain) : NULL; t; t = t->next)
		t->output.weight = 0; /* who knows which of them were written */
}

int flush_write_tracee(struct flush *h, struct tracee *t, bool own, struct error *err)
{
	const struct perl_image *image = probes_image(h->probes, t->build);
	char version[32];
	struct metadata f = { .trap_ns = h->trap_ns,
			      .owner = h->owner,
			      .packed = h->packed,
			      .interim = h->interim,
			      .perl_version = version,
			      .layout = image->row->name,
			      .no_builtin_ends = probes_spares_returns(h->probes),
			      .layout_is_derived = perl_is_derived(image) };
	int rc;

	if (h->mark)
		h->mark(t, h->mark_arg);
	if (t->output.flush == h->flush)
		flush_reap(h, 0); /* or it would write over this with less */
	snprintf(version, sizeof(version), "%u.%u.%u", image->build.revision, image->build.version,
		 image->build.subversion);
	rc = own ? outputs_write(h->outputs, t, &f, err) : outputs_complete(h->outputs, t, &f, err);
	if (h->group_sums && outputs_want(h->outputs, t) && rc != -ENOMEM &&
	    group_sums_add(h->group_sums, t))
		rc = error_set(err, ENOMEM, "out of memory");
	return rc;
}

int flush_write_merged(struct flush *h, bool last, struct error *err)
{
	const struct nytp_settings settings = { .compress = h->options->compress,
						.packed = h->packed,
						.calls = h->options->calls };

	return group_sums_write(h->group_sums, h->store, h->outputs, &settings, last, err);
}

void flush_trim_if_due(struct flush *h)
{
	const struct tally *tally = outputs_tally(h->outputs);

	if (h->store)
		store_trim_if_due(h->store, tally->written, tally->bytes);
}

uint64_t flush_weight(const struct tracee *t)
{
	struct profile_totals totals;

	profile_totals(t->profile, &totals);
	return totals.stmts + totals.sub_calls + 1;
}

static bool is_chosen(const struct flush_choice *choice, const struct tracee *t)
{
	return !choice || choice->has(t, choice->arg);
}

/* In a process of its own, which has all as it is now: the recording need not wait for a disk. */
static int write_so_far(struct flush *h, bool changed, const struct flush_choice *choice)
{
	struct error err;
	struct timespec now;
	struct tracee *t;
	int rc = 0, one;

	h->flusher = 0;
	h->group_sums = choice ? NULL : h->group_sums;
	h->interim = changed;
	log_begin_child();
	forked_begin();
	outputs_forget(h->outputs);
	clock_gettime(h->clock, &now);
	prices_of_living(h);
	for (t = drain_tracees(h->drain); t && h->group_sums; t = t->next) {
		if (t->output.weight != flush_weight(t))
			group_sums_touch(h->group_sums, t);
	}
	for (t = drain_tracees(h->drain); t; t = t->next) {
		bool own = is_chosen(choice, t) &&
			   (!changed || t->output.weight != flush_weight(t));

		if (!own && !(h->group_sums && outputs_want(h->outputs, t) &&
			      group_sums_is_touched(h->group_sums, t)))
			continue;
		t->end_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
		drain_list_defined(h->drain, t); /* without memory it has those that were called */
		one = flush_write_tracee(h, t, own, &err);
		if (one && !rc)
			log_error("%s", err.text);
		rc = rc ?: one;
		source_drop(t); /* or there would be that of all processes at once */
		flush_trim_if_due(h);
	}
	one = h->group_sums ? flush_write_merged(h, false, &err) : 0;
	if (one && !rc)
		log_error("%s", err.text);
	log_end();
	return rc ?: one;
}

/* The last one, but not for ever: a disk may hang. */
static int await_flusher(struct flush *h, struct error *err)
{
	const struct timespec while_it_writes = { .tv_nsec = 10000000 };
	uint64_t end = mono_ns() + FLUSHER_PATIENCE_NS;

	flush_reap(h, WNOHANG);
	while (h->flusher && mono_ns() < end) {
		nanosleep(&while_it_writes, NULL);
		flush_reap(h, WNOHANG);
	}
	return !h->flusher ?
		       0 :
		       error_set(err, EBUSY,
				 "the previous flush (process %d) is still running: check the "
				 "disk, and try again",
				 h->flusher);
}

int flush_start_child(struct flush *h, bool changed, const struct flush_choice *choice,
		      void (*say)(const struct outputs *out, int rc, void *arg), void *arg,
		      struct error *err)
{
	struct tracee *t;
	int rc = await_flusher(h, err);

	if (rc)
		return rc;
	h->flusher = fork();
	if (h->flusher < 0) {
		h->flusher = 0;
		return error_set(err, errno, "can't start a process: %s", strerror(errno));
	}
	if (!h->flusher) {
		rc = write_so_far(h, changed, choice);
		if (say)
			say(h->outputs, rc, arg);
		_exit(rc ? STATUS_FAILED : STATUS_DONE);
	}
	h->partial = choice;
	if (h->group_sums && !choice)
		group_sums_leave_to_other(h->group_sums);
	h->flush++;
	for (t = drain_tracees(h->drain); t; t = t->next) {
		if (!is_chosen(choice, t))
			continue;
		if (h->group_sums && choice)
			group_sums_touch(h->group_sums, t); /* the next flush has that to write */
		if (t->output.weight != flush_weight(t) || !changed)
			t->output.flush = h->flush;
		t->output.weight = flush_weight(t);
	}
	return 0;
}
