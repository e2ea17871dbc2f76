// SPDX-License-Identifier: GPL-2.0-or-later
#include "probes/children.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>
#include <uthash.h>

#include "log/log.h"
#include "nytprof/events.h"
#include "probes/probes.h"
#include "target/process.h"
#include "util/clock.h"
#include "util/error.h"

#define CHILDREN_MAX 65536

struct child {
	pid_t pid;
	uint64_t ready_ns; /* when it had its probes; 0: it had ended by then, */
	bool plain; /* or ran no perl */
	uint64_t fork_late_ns; /* how long after its fork; 0: it was not forked */
	uint64_t exec_late_ns; /* the same of the program that it has executed; 0: in time, or none */
	bool execed;
	uint64_t lost_ns; /* and has a profile, of which this is missing */
	UT_hash_handle hh;
};

/*
 * What it ran as a fork, before it executed a program, if it did that at once, was nothing worth a
 * word.
 */
static void count(const struct child *child, struct missed *missed)
{
	uint64_t ns = child->lost_ns;

	if (!ns && (child->execed || child->plain))
		return;
	if (!ns && !child->ready_ns) {
		missed->ended++;
		return;
	}
	ns = ns ?: child->fork_late_ns;
	missed->late++;
	if ((double)ns / 1e6 > missed->late_ms)
		missed->late_ms = (double)ns / 1e6;
}

static void forget(struct children *c, struct child *child)
{
	count(child, &c->missed);
	HASH_DEL(c->all, child);
	free(child);
}

void children_release(struct children *c)
{
	struct child *child, *next;

	HASH_ITER(hh, c->all, child, next)
		forget(c, child);
}

static struct child *find(const struct children *c, pid_t pid)
{
	struct child *child;

	HASH_FIND_INT(c->all, &pid, child);
	return child;
}

/* NULL: no memory. */
static struct child *note(struct children *c, pid_t pid)
{
	struct child *child;

	if (HASH_COUNT(c->all) >= CHILDREN_MAX) /* the oldest one */
		forget(c, c->all);
	child = calloc(1, sizeof(*child));
	if (!child)
		return NULL;
	child->pid = pid;
	HASH_ADD_INT(c->all, pid, child);
	return child;
}

/* rc: of attaching to it, other than 0. */
static void say_refused(struct children *c, pid_t pid, int rc, const struct error *err)
{
	if (rc == -ENOEXEC || rc == -ESRCH || !process_is_alive(pid))
		return;
	log_warning("process %d is not profiled: %s", pid, err->text);
	c->missed.refused++;
}

static void say_unprepared(pid_t pid)
{
	log_warning("process %d runs a perl that had no probes yet: what it did until now is "
		    "not in its profile",
		    pid);
}

/* When did the program that it runs now get its probes?  0: it had them from the first. */
static uint64_t late_ns(const struct children *c, const struct child *child, const struct event *ev,
			bool prepared)
{
	uint64_t ready_ns = mono_ns();

	if (prepared && (!c->each || !child))
		return 0;
	if (prepared && child->ready_ns)
		ready_ns = child->ready_ns;
	return ready_ns > ev->ns ? ready_ns - ev->ns : 0;
}

void children_execed(struct children *c, const struct event *ev)
{
	pid_t pid = (pid_t)ev->tgid;
	struct child *child = find(c, pid);
	int before = probes_cnt(c->probes), rc;
	struct error err;
	bool prepared;
	uint64_t ns;

	rc = probes_add_process(c->probes, pid, &err);
	prepared = probes_cnt(c->probes) == before;
	if (rc)
		say_refused(c, pid, rc, &err);
	else if (!prepared)
		say_unprepared(pid);
	if (child)
		child->execed = true;
	c->programs += rc == -ESRCH && child && !child->ready_ns;
	ns = rc ? 0 : late_ns(c, child, ev, prepared);
	child = child || !ns ? child : note(c, pid);
	if (!child)
		return;
	child->exec_late_ns = ns;
	if (!rc && !child->ready_ns)
		child->ready_ns = mono_ns();
}

/* It runs, and hits no probe until it has its own: the sooner, the less is missing. */
void children_forked(struct children *c, const struct event *ev)
{
	pid_t parent = (pid_t)ev->tgid, pid = (pid_t)ev->arg;
	int before = probes_cnt(c->probes), rc;
	struct child *child = find(c, pid);
	struct error err;

	if (!c->each)
		return;
	if (child) /* of the same number, before */
		forget(c, child);
	rc = probes_add_child(c->probes, parent, pid, &err);
	if (rc)
		say_refused(c, pid, rc, &err);
	else if (probes_cnt(c->probes) > before)
		say_unprepared(pid);
	if (probes_are_shared(c->probes))
		return; /* it has had them since its fork */
	child = note(c, pid);
	if (!child)
		return;
	child->plain = rc == -ENOEXEC || (rc && process_is_alive(pid));
	if (rc || !process_is_alive(pid))
		return;
	child->ready_ns = mono_ns();
	child->fork_late_ns = child->ready_ns - ev->ns;
	log_verbose("attached to process %d, forked by %d, after %.1f ms", pid, parent,
		    (double)child->fork_late_ns / 1e6);
}

uint64_t children_begin_lost(struct children *c, pid_t pid, bool forked)
{
	struct child *child = find(c, pid);
	uint64_t ns = !child ? 0 : forked ? child->fork_late_ns : child->exec_late_ns;

	if (ns)
		child->lost_ns = ns;
	return ns;
}

void children_missed(const struct children *c, struct missed *missed)
{
	const struct child *child;

	missed->refused += c->missed.refused;
	missed->ended += c->missed.ended;
	missed->late += c->missed.late;
	missed->late_ms = c->missed.late_ms;
	for (child = c->all; child; child = child->hh.next)
		count(child, missed);
	if (c->programs)
		log_info("%u program%s that child processes executed ended before the agent "
			 "could see whether %s",
			 c->programs, c->programs > 1 ? "s" : "",
			 c->programs > 1 ? "they were perls" : "it was a perl");
}
