// SPDX-License-Identifier: GPL-2.0-or-later
/* Users whose things hold workers up. */
#include <stddef.h>
#include <stdint.h>

#include "sandbox/sandbox.h"
#include "util/clock.h"

/*
 * A user whose things have held up a worker waits for the next one, each time twice as long:
 * whoever waits for workers, as the main loop does, is held up for a small part of the time only.
 */
struct penalty {
	uid_t owner;
	uint64_t until_ns;
	uint64_t span_ns; /* of the last one; 0: nobody's */
};

#define PENALTIES     64u
#define PENALTY_FIRST 10u /* times the limit of the task */
#define PENALTY_MAX   3600000000000ull

static struct penalty penalties[PENALTIES];

static struct penalty *find_penalty(uid_t owner)
{
	unsigned i;

	for (i = 0; i < PENALTIES; i++) {
		if (penalties[i].span_ns && penalties[i].owner == owner)
			return &penalties[i];
	}
	return NULL;
}

/* In the place of the one that ends first. */
static struct penalty *new_penalty(uid_t owner)
{
	struct penalty *p = &penalties[0];
	unsigned i;

	for (i = 1; i < PENALTIES; i++) {
		if (penalties[i].until_ns < p->until_ns)
			p = &penalties[i];
	}
	*p = (struct penalty){ .owner = owner };
	return p;
}

void sandbox_blame(uid_t owner, unsigned limit_ms)
{
	uint64_t first_ns = limit_ms * 1000000ull * PENALTY_FIRST;
	struct penalty *p;

	if (!owner) /* a slow disk of root's must not keep the host's own perls out */
		return;
	p = find_penalty(owner) ?: new_penalty(owner);
	p->span_ns = p->span_ns ? 2 * p->span_ns : first_ns;
	if (p->span_ns > PENALTY_MAX)
		p->span_ns = PENALTY_MAX;
	p->until_ns = mono_ns() + p->span_ns;
}

bool sandbox_is_blamed(uid_t owner)
{
	const struct penalty *p = find_penalty(owner);

	return p && mono_ns() < p->until_ns;
}
