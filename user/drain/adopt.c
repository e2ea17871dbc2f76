// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Tracees of processes that wait since before the recording. The BPF side meets an interpreter when
 * it runs, so these have none yet. One that never runs has its profile all the same.
 */
#include <utlist.h>

#include "drain/interps.h"
#include "drain/interps_parts.h"
#include "drain/processes.h"
#include "target/process.h"
#include "tracee/tracee.h"

void adopt_begin(struct tracee *t)
{
	t->adopted = true;
	t->running++;
	t->live++;
}

static void let_go(struct tracee *t)
{
	t->adopted = false;
	t->running--;
	t->live--;
}

struct tracee *interps_first_of(struct interps *all, pid_t pid)
{
	struct process *p = processes_find(all->processes, (uint32_t)pid);

	return p ? p->tracees : NULL;
}

/* What only the kernel knows exactly. */
void adopt_end(struct tracee *t, uint32_t id, const struct interp *in)
{
	if (t->tgid != in->tgid || t->task_start != process_tick(in->task_start_ns))
		return;
	t->interp = id;
	t->task_start = in->task_start_ns;
	t->exec_id = in->exec_id;
	t->own_pid = in->own_pid;
	t->user = in->user;
	creds_lessen(&t->creds, &in->creds);
	let_go(t);
	t->freed = true; /* another interpreter of this process belongs to it */
}

void adopt_execed(struct interps *all, uint32_t tgid)
{
	struct tracee *t;

	DL_FOREACH(all->tracees, t) {
		if (!t->adopted || t->tgid != tgid)
			continue;
		let_go(t);
		t->end = END_EXEC;
	}
}

void adopt_note_ends(struct interps *all)
{
	struct tracee *t;

	DL_FOREACH(all->tracees, t) {
		if (!t->adopted || (process_is_alive((pid_t)t->tgid) &&
				    process_start((pid_t)t->tgid) == t->task_start))
			continue;
		let_go(t);
		t->end = END_EXIT;
	}
}

void interps_when_early(struct interps *all,
			int (*charge)(uint32_t nr, const struct wait_time *wait, void *arg),
			void *arg)
{
	all->early = charge;
	all->early_arg = arg;
}

int interps_early_wait(struct interps *all, uint32_t nr, const struct wait_time *wait)
{
	return all->early ? all->early(nr, wait, all->early_arg) : 0;
}
