// SPDX-License-Identifier: GPL-2.0-or-later
#include "drain/processes.h"

#include <stdlib.h>
#include <utlist.h>

#include "tracee/tracee.h"

struct process *processes_find(struct process *all, uint32_t tgid)
{
	struct process *p;

	HASH_FIND(hh, all, &tgid, sizeof(tgid), p);
	return p;
}

struct process *processes_get(struct process **all, uint32_t tgid)
{
	struct process *p = processes_find(*all, tgid);

	if (p)
		return p;
	p = calloc(1, sizeof(*p));
	if (!p)
		return NULL;
	p->tgid = tgid;
	HASH_ADD(hh, *all, tgid, sizeof(p->tgid), p);
	return p;
}

/* Each exec increments the exec_id of a process (Linux 6.18, fs/exec.c, begin_new_exec). */
static bool is_later(const struct tracee *a, const struct tracee *b)
{
	return a->task_start == b->task_start && a->exec_id > b->exec_id && !a->output.path;
}

struct tracee *processes_add_tracee(struct process *p, struct tracee *t)
{
	struct tracee *later = p->tracees, *el;

	while (later && !is_later(later, t))
		later = later->same;
	LL_PREPEND_ELEM2(p->tracees, later, t, same);
	for (el = later; el; el = el->same) {
		t->first |= el->first;
		el->first = false;
	}
	return later;
}

void processes_forget(struct process **all, struct process *p)
{
	if (p->interps || p->tracees)
		return;
	HASH_DEL(*all, p);
	free(p);
}

void processes_release(struct process **all)
{
	struct process *p, *next;

	HASH_ITER(hh, *all, p, next)
		processes_forget(all, p);
}
