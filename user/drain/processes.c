// SPDX-License-Identifier: GPL-2.0-or-later
#include "drain/processes.h"

#include <stdlib.h>

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
