// SPDX-License-Identifier: GPL-2.0-or-later
#include "profile/waits.h"

#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "util/sort.h"

/* ------------------------------------------------------------------------- texts */

const char *profile_wait_reason(const struct profile *p, const struct profile_wait *wait)
{
	return wait_text(&p->waits, wait->id.reason);
}

const char *profile_wait_object(const struct profile *p, const struct profile_wait *wait)
{
	return wait_text(&p->waits, wait->id.object);
}

/* -------------------------------------------------------------------------- sums */

static int64_t signed_ns(uint64_t ns)
{
	return ns < INT64_MAX ? (int64_t)ns : INT64_MAX;
}

static void add_to_sub(int64_t *sum, int64_t ns)
{
	if (__builtin_add_overflow(*sum, ns, sum))
		*sum = ns < 0 ? -INT64_MAX : INT64_MAX;
}

void profile_add_sub_wait(struct profile *p, uint32_t sub, int64_t incl_ns)
{
	if (sub < p->sub_cnt)
		add_to_sub(&p->subs[sub]->wait_incl_ns, incl_ns);
}

int profile_add_wait(struct profile *p, const struct wait_place *at, const struct wait_sum *add)
{
	struct wait_id id = { .fid = at->fid, .line = at->line, .sub = at->sub };
	struct profile_file *file = profile_find_fid(p, at->fid);
	int rc = 0;

	if (!file)
		id = (struct wait_id){};
	else
		rc = profile_add_line_wait(file, at->line, signed_ns(add->ns));
	rc = rc ?: wait_text_nr(&p->waits, at->reason, &id.reason);
	rc = rc ?: wait_text_nr(&p->waits, at->object, &id.object);
	rc = rc ?: waits_add(&p->waits, &id, add);
	if (!rc && file && at->sub < p->sub_cnt)
		add_to_sub(&p->subs[at->sub]->wait_excl_ns, signed_ns(add->ns));
	return rc;
}

bool profile_sub_is_waiting(const struct profile *p, uint32_t sub)
{
	return sub < p->sub_cnt && !strcmp(p->subs[sub]->name, SUB_WAITING);
}

uint64_t profile_waited(const struct profile *p)
{
	const struct profile_wait *wait;
	struct wait_sum sum = {};

	for (wait = p->waits.waits; wait; wait = wait->hh.next)
		wait_sum_add(&sum, &wait->sum);
	return sum.ns;
}

static int compare_reasons(const void *a, const void *b)
{
	const struct wait_reason *x = a, *y = b;

	if (x->sum.ns != y->sum.ns)
		return x->sum.ns < y->sum.ns ? 1 : -1;
	return strcmp(x->reason, y->reason);
}

struct wait_reason *profile_wait_reasons(const struct profile *p)
{
	const struct profile_waits *w = &p->waits;
	struct wait_reason *reasons = calloc(w->text_cnt + 1ul, sizeof(*reasons));
	const struct profile_wait *wait;
	size_t cnt = 0, i;

	if (!reasons)
		return NULL;
	for (wait = w->waits; wait; wait = wait->hh.next) {
		const char *reason = profile_wait_reason(p, wait);

		for (i = 0; i < cnt && strcmp(reasons[i].reason, reason) != 0; i++)
			;
		if (i == w->text_cnt)
			continue; /* one without any text */
		cnt += i == cnt;
		reasons[i].reason = reason;
		wait_sum_add(&reasons[i].sum, &wait->sum);
	}
	sort(reasons, cnt, sizeof(*reasons), compare_reasons);
	return reasons;
}

/* ------------------------------------------------------------------------- order */

/* By time; then by place, so that the order does not depend on that of the hash. */
static int compare_waits(const void *a, const void *b)
{
	const struct profile_wait *x = *(const struct profile_wait *const *)a;
	const struct profile_wait *y = *(const struct profile_wait *const *)b;

	if (x->sum.ns != y->sum.ns)
		return x->sum.ns < y->sum.ns ? 1 : -1;
	return memcmp(&x->id, &y->id, sizeof(x->id));
}

const struct profile_wait **profile_sorted_waits(const struct profile *p, size_t *cnt)
{
	const struct profile_wait **sorted, *wait;
	size_t i = 0;

	*cnt = HASH_COUNT(p->waits.waits);
	sorted = calloc(*cnt + 1, sizeof(*sorted));
	if (!sorted)
		return NULL;
	for (wait = p->waits.waits; wait; wait = wait->hh.next)
		sorted[i++] = wait;
	sort(sorted, *cnt, sizeof(*sorted), compare_waits);
	return sorted;
}
