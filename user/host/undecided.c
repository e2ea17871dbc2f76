// SPDX-License-Identifier: GPL-2.0-or-later
/* Who waits, and when who is asked about; knows no filter. */
#include "host/undecided.h"

#include <stdlib.h>
#include <uthash.h>

#include "util/clock.h"

#define WAITING_MAX 16384
#define ROUND_NS    5000000000ull
#define TICK_NS	    50000000ull

struct undecided {
	pid_t pid;
	unsigned tries;
	unsigned round; /* in which it was asked about last */
	UT_hash_handle hh;
};

void undecided_add(struct waiting_list *l, pid_t pid)
{
	struct undecided *w;

	HASH_FIND_INT(l->all, &pid, w);
	if (w || HASH_COUNT(l->all) >= WAITING_MAX)
		return;
	w = calloc(1, sizeof(*w));
	if (!w)
		return;
	w->pid = pid;
	w->round = l->round;
	HASH_ADD_INT(l->all, pid, w);
	l->has_new = true;
}

static void drop(struct waiting_list *l, struct undecided *w)
{
	HASH_DEL(l->all, w);
	free(w);
}

void undecided_release(struct waiting_list *l)
{
	struct undecided *w, *next;

	HASH_ITER(hh, l->all, w, next)
		drop(l, w);
}

static void ask_about(struct waiting_list *l, struct undecided *w, undecided_ask_fn *ask, void *arg)
{
	w->round = l->round;
	if (ask(w->pid, w->tries++, arg))
		drop(l, w);
	else
		l->has_new |= w->tries < WAITING_QUICK_TRIES;
}

void undecided_ask_new(struct waiting_list *l, pid_t pid, undecided_ask_fn *ask, void *arg)
{
	struct undecided *w;

	HASH_FIND_INT(l->all, &pid, w);
	if (w && w->tries < WAITING_QUICK_TRIES)
		ask_about(l, w, ask, arg);
}

bool undecided_tick(struct waiting_list *l, uint64_t now_ns, undecided_ask_fn *ask, void *arg)
{
	const uint64_t until_ns = mono_ns() + TICK_NS;
	bool begins = now_ns >= l->next_ns;
	struct undecided *w, *next;

	if (!begins && !l->has_new)
		return false;
	l->round += begins;
	l->has_new = false;
	HASH_ITER(hh, l->all, w, next) {
		if (w->round == l->round && w->tries >= WAITING_QUICK_TRIES)
			continue;
		if (mono_ns() >= until_ns) {
			l->has_new = true;
			break;
		}
		ask_about(l, w, ask, arg);
	}
	if (begins)
		l->next_ns = now_ns + ROUND_NS;
	return begins;
}
