// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The parts of interpreters change their tracees.  What has ended meanwhile, and is not collected
 * yet, stays with the profile that it was in.
 */
#include <errno.h>
#include <bpf/bpf.h>
#include <utlist.h>

#include "drain/interps_parts.h"
#include "drain/processes.h"
#include "profile/profile.h"

/* What happened to it since the last profile. */
static void rotate_sums(struct interp_part *part, const struct interp *in, struct tracee *to)
{
	int i;

	to->torn += in->torn - part->torn;
	part->torn = in->torn;
	for (i = 0; i < LOSS_CNT; i++) {
		to->lost[i] += in->lost[i] - part->lost[i];
		part->lost[i] = in->lost[i];
	}
}

void rotate_rest(struct interp_part *part, struct interp *in)
{
	int i;

	in->torn -= part->torn;
	for (i = 0; i < LOSS_CNT; i++)
		in->lost[i] -= part->lost[i];
}

static struct interp_part *part_in(const struct interp_entry *entry, const struct tracee *t)
{
	return entry->parts->tracee == t && !entry->parts->ended ? entry->parts : NULL;
}

/* One of the interpreters that run in it. */
static struct interp_entry *find_entry(const struct process *p, const struct tracee *t)
{
	struct interp_entry *entry;

	LL_FOREACH2(p->interps, entry, same) {
		if (part_in(entry, t))
			return entry;
	}
	return NULL;
}

static void move_part(struct interp_entry *entry, struct tracee *to, uint64_t now_ns)
{
	struct interp_part *part = entry->parts;
	struct tracee *from = part->tracee;

	rotate_sums(part, &entry->info, from);
	part->before.end_ns = now_ns;
	part->tracee = to;
	from->live--;
	from->running--;
	to->interp_cnt++;
	to->live++;
	to->running++;
}

/*
 * The profile is written later than this, perhaps when the process has gone. id: of an interpreter
 * that ran in it.
 */
static void note_rights(struct interps *all, uint32_t id, struct tracee *t)
{
	struct interp now;
	bool met = !bpf_map_lookup_elem(all->maps.interps, &id, &now);

	tracee_note_rights(t, met ? &now : NULL);
}

static int rotate(struct interps *all, struct tracee *t, uint64_t now_ns)
{
	struct process *p = processes_find(all->processes, t->tgid);
	struct interp_entry *entry, *running = p ? find_entry(p, t) : NULL;
	struct tracee *next;

	if (!running)
		return 0;
	next = tracee_succeed(t, &running->info);
	if (!next)
		return -ENOMEM;
	next->start_ns = t->end_ns = t->next_ns = now_ns;
	next->still = t->still;
	LL_FOREACH2(p->interps, entry, same) {
		if (part_in(entry, t))
			move_part(entry, next, now_ns);
	}
	note_rights(all, running->id, t);
	DL_APPEND_ELEM(all->tracees, t, next);
	LL_APPEND2(p->tracees, next, same);
	return 0;
}

static bool has_counts(const struct tracee *t)
{
	struct profile_totals totals;

	profile_totals(t->profile, &totals);
	return totals.stmts || totals.sub_calls || t->profile->waits.waits;
}

/* Samples, and waits that have begun. */
static uint64_t moves_of(const struct tracee *t)
{
	const struct profile_wait *wait;
	struct profile_totals totals;
	uint64_t cnt;

	profile_totals(t->profile, &totals);
	cnt = totals.stmts + totals.sub_calls;
	for (wait = t->profile->waits.waits; wait; wait = wait->hh.next)
		cnt += wait->sum.cnt;
	return cnt;
}

/*
 * A process that stands still in one long wait has the same in each interval. So its profile ends after
 * 1, 2, 4, 8 ... such intervals, or after the one in which the wait ends, and has all of them.
 */
static bool goes_on(struct tracee *t)
{
	const uint64_t moves = moves_of(t);

	t->still = moves == t->moves ? t->still + 1 : 0;
	t->moves = moves;
	return t->still & (t->still - 1);
}

int interps_rotate(struct interps *all, uint64_t now_ns)
{
	struct tracee *t, *next;
	int rc = 0;

	for (t = all->tracees; t && !rc; t = next) {
		next = t->next; /* the one that comes in between is new */
		if (!t->running || t->unwanted)
			continue;
		if (!has_counts(t))
			t->start_ns = now_ns;
		else if (!goes_on(t))
			rc = rotate(all, t, now_ns);
	}
	return rc;
}
