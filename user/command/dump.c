// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf dump: the perl stacks of processes, now, once, and what their threads wait for. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "command/command.h"
#include "dump/answer.h"
#include "dump/dump.h"
#include "dump/show.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "session/pids.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "waits/wait.h"

#define TRIES_MAX 3u /* while threads go from one wait to another */

/* What the threads do, before and after their stacks are read. */
struct threads {
	struct wait *waits;
	struct wait_peek *peeks;
	size_t cnt;
};

static int threads_read(struct threads *t, pid_t pid, struct error *err)
{
	pid_t *tids __cleanup(free_ptr) = calloc(DUMP_THREADS_MAX, sizeof(*tids));
	int cnt = tids ? dump_threads(pid, tids, DUMP_THREADS_MAX) : -ENOMEM, i;

	*t = (struct threads){};
	if (cnt <= 0)
		return error_set(err, ESRCH, "no process %d", pid);
	t->waits = calloc((size_t)cnt, sizeof(*t->waits));
	t->peeks = calloc((size_t)cnt, sizeof(*t->peeks));
	if (!t->waits || !t->peeks)
		return error_set(err, ENOMEM, "out of memory");
	t->cnt = (size_t)cnt;
	for (i = 0; i < cnt; i++) {
		wait_read(pid, tids[i], &t->waits[i]);
		wait_wants(&t->waits[i], &t->peeks[i]);
	}
	return 0;
}

static void threads_release(struct threads *t)
{
	free(t->waits);
	free(t->peeks);
}

static size_t thread_of(const struct threads *t, pid_t tid)
{
	size_t i = 0;

	while (i < t->cnt && t->waits[i].tid != tid)
		i++;
	return i;
}

/* Do the threads that run perl still wait for the same? */
static bool waits_stood(const struct dump *d, const struct threads *t)
{
	struct wait now;
	size_t i, at;

	for (i = 0; i < d->interp_cnt; i++) {
		at = thread_of(t, d->interps[i].tid);
		if (at == t->cnt)
			continue;
		wait_read(t->waits[at].pid, t->waits[at].tid, &now);
		if (!wait_is_same(&now, &t->waits[at]))
			return false;
	}
	return true;
}

static int take(struct dump *d, struct threads *t, const struct options *o, pid_t pid,
		struct error *err)
{
	struct dump_wish wish = { .pid = pid, .locals = o->locals, .values = o->values };
	unsigned tries = 0;
	int rc;

	do {
		rc = threads_read(t, pid, err);
		if (rc)
			return rc;
		wish.threads = t->peeks;
		wish.thread_cnt = t->cnt;
		rc = dump_take(d, &wish, err);
		if (rc || waits_stood(d, t) || ++tries == TRIES_MAX)
			return rc;
		dump_release(d);
		threads_release(t);
	} while (true);
}

static struct shown_wait *waits_for_show(const struct dump *d, const struct threads *t)
{
	struct shown_wait *shown = calloc(d->interp_cnt, sizeof(*shown));
	size_t i, at;

	for (i = 0; shown && i < d->interp_cnt; i++) {
		at = thread_of(t, d->interps[i].tid);
		if (at == t->cnt)
			continue;
		shown[i].wait = t->waits[at];
		shown[i].since_ns = wait_since_ns(&t->waits[at]);
		wait_object(&t->waits[at], d->peeks[at], shown[i].object);
	}
	return shown;
}

/* What there is of a stack has been shown. */
static int say_missing(const struct dump *d, pid_t pid)
{
	int status = STATUS_DONE;
	size_t i;

	for (i = 0; i < d->interp_cnt; i++) {
		if (!d->interps[i].why)
			continue;
		log_error("process %d: %s", pid, d->interps[i].why);
		status = STATUS_FAILED;
	}
	return status;
}

static int show(const struct dump *d, const struct threads *t, const struct options *o, pid_t pid)
{
	struct shown_wait *waits __cleanup(free_ptr) = waits_for_show(d, t);

	if (!waits) {
		log_error("out of memory");
		return STATUS_FAILED;
	}
	if (o->json)
		show_json(d, pid, waits, stdout);
	else
		show_text(d, pid, waits, stdout);
	fflush(stdout);
	log_verbose("process %d: read in %.1f ms", pid, (double)d->took_ns / 1e6);
	return say_missing(d, pid);
}

static int dump_process(const struct options *o, pid_t pid)
{
	struct threads t = {};
	struct dump d = {};
	struct error err;
	int status, rc = pid_check(pid, &err) ?: take(&d, &t, o, pid, &err);

	if (rc)
		log_error("%s", err.text);
	status = !rc				  ? show(&d, &t, o, pid) :
		 rc == -ENOEXEC || rc == -ENODATA ? STATUS_NOTHING :
						    STATUS_FAILED;
	dump_release(&d);
	threads_release(&t);
	return status;
}

int run_dump(const struct options *o)
{
	int status = STATUS_DONE, one;
	size_t i;

	for (i = 0; i < o->pid_cnt; i++) {
		one = dump_process(o, o->pids[i]);
		if (one && status != STATUS_FAILED)
			status = one;
	}
	return status;
}
