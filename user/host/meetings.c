// SPDX-License-Identifier: GPL-2.0-or-later
/* Whom the ticks are told of, and whether that still holds afterwards. */
#include "host/meetings.h"

#include <stdbool.h>
#include <stdlib.h>

#include "probes/probes.h"
#include "target/maps.h"
#include "util/cleanup.h"
#include "util/sort.h"

struct meeting {
	pid_t pid;
	uint64_t start;
	bool holds;
};

static bool make_room(struct meetings *m)
{
	struct meeting *more;

	if (m->cnt < m->room)
		return true;
	more = reallocarray(m->all, m->room + 64, sizeof(*more));
	if (!more)
		return false;
	m->all = more;
	m->room += 64;
	return true;
}

void meetings_add(struct meetings *m, struct probes *a, int image, pid_t pid, uint64_t start)
{
	if (make_room(m) && probes_sample_process(a, image, pid, start))
		m->all[m->cnt++] = (struct meeting){ .pid = pid, .start = start };
}

static int by_pid(const void *a, const void *b)
{
	const struct meeting *one = a, *other = b;

	return (one->pid > other->pid) - (one->pid < other->pid);
}

static void see(const struct mapped_file *file, void *arg)
{
	const struct meeting key = { .pid = file->pid };
	struct meetings *m = arg;
	struct meeting *at = find_sorted(&key, m->all, m->cnt, sizeof(*m->all), by_pid);

	while (at && at > m->all && at[-1].pid == file->pid)
		at--;
	for (; at && at < m->all + m->cnt && at->pid == file->pid; at++)
		at->holds |= at->start == file->start;
}

/*
 * What a process executes or how it ends takes it off the map.  That may have been before it was
 * told here.  Then the address is one of another process, or of none.
 */
void meetings_check(struct meetings *m, struct probes *a)
{
	pid_t *pids __cleanup(free_ptr) = m->cnt ? calloc(m->cnt, sizeof(*pids)) : NULL;
	size_t i, cnt = 0;

	if (!m->cnt)
		return;
	sort(m->all, m->cnt, sizeof(*m->all), by_pid);
	for (i = 0; pids && i < m->cnt; i++) {
		if (!cnt || pids[cnt - 1] != m->all[i].pid)
			pids[cnt++] = m->all[i].pid;
	}
	if (pids)
		maps_each(pids, cnt, true, see, m);
	for (i = 0; i < m->cnt; i++) {
		if (!m->all[i].holds)
			probes_forget_process(a, m->all[i].pid);
	}
	m->cnt = 0;
}

void meetings_release(struct meetings *m)
{
	free(m->all);
	m->all = NULL;
	m->cnt = m->room = 0;
}
