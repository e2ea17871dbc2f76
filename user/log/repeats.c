// SPDX-License-Identifier: GPL-2.0-or-later
/* Counts of kinds in minutes that begin with the first one of the kind. */
#include "log/repeats.h"

#include <stdio.h>

static bool is_over(const struct repeat *one, uint64_t now)
{
	return now - one->begin >= REPEATS_MINUTE;
}

/* Its place, or one that it can have; NULL: none. */
static struct repeat *find(struct repeats *r, const char *kind, uint64_t now)
{
	struct repeat *vacant = NULL;
	size_t i;

	for (i = 0; i < REPEATS_KINDS; i++) {
		struct repeat *one = &r->of[i];

		if (one->kind == kind)
			return one;
		if (!vacant && (!one->kind || (is_over(one, now) && !one->held)))
			vacant = one;
	}
	if (vacant)
		*vacant = (struct repeat){ .kind = kind, .begin = now };
	return vacant;
}

bool repeats_allow(struct repeats *r, const char *kind, const char *text, uint64_t now)
{
	struct repeat *one = find(r, kind, now);

	if (!one)
		return true;
	if (is_over(one, now) && !one->held)
		*one = (struct repeat){ .kind = kind, .begin = now };
	if (one->cnt++ < REPEATS_A_MINUTE)
		return true;
	one->held++;
	snprintf(one->text, sizeof(one->text), "%s", text);
	return false;
}

const char *repeats_held(struct repeats *r, uint64_t now, unsigned *held)
{
	size_t i;

	for (i = 0; i < REPEATS_KINDS; i++) {
		struct repeat *one = &r->of[i];

		if (!one->kind || !one->held || !is_over(one, now))
			continue;
		*held = one->held;
		one->kind = NULL;
		one->held = 0;
		return one->text;
	}
	return NULL;
}

void repeats_leave_held(struct repeats *r)
{
	size_t i;

	for (i = 0; i < REPEATS_KINDS; i++)
		r->of[i].held = 0;
}
