// SPDX-License-Identifier: GPL-2.0-or-later
#include "members.h"

#include <stdlib.h>

#include "target/process.h"

void members_release(struct members *ms)
{
	free(ms->all);
	ms->all = NULL;
	ms->cnt = 0;
}

struct member *members_find(const struct members *ms, pid_t pid)
{
	size_t i;

	for (i = 0; i < ms->cnt; i++) {
		if (ms->all[i].pid == pid)
			return &ms->all[i];
	}
	return NULL;
}

struct member *members_get(struct members *ms, pid_t pid)
{
	struct member *m = members_find(ms, pid), *more;

	if (m)
		return m;
	more = reallocarray(ms->all, ms->cnt + 1, sizeof(*more));
	if (!more)
		return NULL;
	ms->all = more;
	more[ms->cnt] = (struct member){ .pid = pid, .start = process_start(pid) };
	return &more[ms->cnt++];
}

void members_drop_ended(struct members *ms, void (*gone)(const struct member *m, void *arg),
			void *arg)
{
	size_t i = 0;

	while (i < ms->cnt) {
		struct member *m = &ms->all[i];

		if (m->start && process_start(m->pid) == m->start) {
			i++;
			continue;
		}
		if (gone)
			gone(m, arg);
		*m = ms->all[--ms->cnt];
	}
}

bool members_have(const struct members *ms, int image)
{
	size_t i;

	for (i = 0; i < ms->cnt; i++) {
		if (ms->all[i].images[image])
			return true;
	}
	return false;
}
