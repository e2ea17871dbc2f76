// SPDX-License-Identifier: GPL-2.0-or-later
/* Which tracee an interpreter belongs to, from its first interpreter until somebody takes it. */
#include <string.h>
#include <utlist.h>

#include "drain/interps_parts.h"
#include "drain/processes.h"
#include "evals/evals.h"
#include "inspect/memory_subs.h"
#include "inspect/roots.h"
#include "nytprof/interp.h"
#include "profile/profile.h"
#include "source/source.h"
#include "target/process.h"
#include "tracee/tracee.h"

void interps_note_process(struct interps *all, pid_t pid)
{
	struct process *p = processes_get(&all->processes, (uint32_t)pid);

	roots_note(all->roots, pid);
	if (!p)
		return; /* then the age of its code is known only while it lives */
	p->start = process_start(pid);
	p->code_start = process_code_start(pid, p->start);
}

/*
 * A short process may have ended before it is met here: then what was noted at its attach is all
 * that is known.
 */
static uint64_t code_start_of(const struct process *p, const struct tracee *t)
{
	uint64_t now = process_code_start((pid_t)t->tgid, t->task_start);

	return now || !p->start || p->start != process_tick(t->task_start) ? now : p->code_start;
}

/*
 * May a process that has freed its interpreters still make one?  There are programs that do
 * (perlembed), and threads.
 */
static bool may_go_on(const struct tracee *t)
{
	return t->freed && process_is_alive((pid_t)t->tgid);
}

/*
 * What one processor tells is read before what another one has told earlier: the process may have
 * ended meanwhile.
 */
static bool has_made(const struct tracee *t, const struct interp *in)
{
	return t->freed && t->task_start && t->task_start == in->task_start_ns;
}

/* Is it the process image that an interpreter belongs to? */
static bool is_image_of(const struct tracee *t, const struct interp *in)
{
	if (t->tgid != in->tgid || t->part)
		return false;
	/* Another process with the pid of one whose end has not been seen yet. */
	if (t->task_start && in->task_start_ns && t->task_start != in->task_start_ns)
		return false;
	return t->exec_id == in->exec_id && (t->running || has_made(t, in) || may_go_on(t));
}

struct tracee *tracees_get(struct interps *all, uint32_t id, const struct interp *in,
			   const struct tracee *from)
{
	struct process *p = processes_get(&all->processes, in->tgid);
	struct tracee_parts parts;
	struct tracee *t, *later;

	if (!p)
		return NULL;
	LL_FOREACH2(p->tracees, t, same) {
		if (t->adopted)
			adopt_end(t, id, in);
		if (is_image_of(t, in))
			return t;
	}
	parts.root = roots_open(all->roots, in);
	parts.evals = evals_new(from ? from->evals : NULL, in->forked_from, in->start_ns);
	if (parts.evals)
		evals_charge(parts.evals, all->allowance, in->user);
	parts.memory_subs = memory_subs_new(from ? from->memory_subs : NULL);
	t = tracee_new(id, in, &all->naming, &parts);
	if (!t) {
		processes_forget(&all->processes, p);
		return NULL;
	}
	profile_charge_sqls(t->profile, all->sql_allowance, in->user);
	t->label = label_of((pid_t)t->tgid);
	if (all->naming.code && !strcmp(t->application, "-"))
		t->code = source_of_stdin(t, in, all->stdin_from);
	t->code_start = from ? from->code_start : code_start_of(p, t);
	t->first = !all->tracee_cnt++;
	later = processes_add_tracee(p, t);
	DL_PREPEND_ELEM(all->tracees, later, t);
	return t;
}

struct tracee *interps_adopt(struct interps *all, const struct interp *in)
{
	struct tracee *t = tracees_get(all, 0, in, NULL);

	if (t && !t->running)
		adopt_begin(t);
	return t;
}

struct tracee *interps_tracees(struct interps *all)
{
	return all->tracees;
}

static void take_out(struct interps *all, struct tracee *t)
{
	struct process *p = processes_find(all->processes, t->tgid);

	LL_DELETE2(p->tracees, t, same);
	processes_forget(&all->processes, p);
	DL_DELETE(all->tracees, t);
	t->next = t->prev = t->same = NULL;
}

struct tracee *interps_take(struct interps *all, bool any,
			    bool (*stays)(const struct tracee *t, void *arg), void *arg)
{
	struct tracee *t;

	DL_FOREACH(all->tracees, t) {
		if ((!any && (t->live || may_go_on(t))) || (stays && stays(t, arg)))
			continue;
		take_out(all, t);
		return t;
	}
	return NULL;
}
