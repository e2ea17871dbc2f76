// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/call_index.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"

/* A line and a sub as one number, to sort and search by. */
static uint64_t line_key(const struct profile_call *call)
{
	return (uint64_t)call->id.fid << 32 | call->id.line;
}

static uint64_t callee_key(const struct profile_call *call)
{
	return call->id.callee;
}

static uint64_t caller_key(const struct profile_call *call)
{
	return call->id.caller;
}

typedef uint64_t key_fn(const struct profile_call *call);

struct order {
	const struct profile *profile;
	key_fn *key;
};

static int compare_names(const struct profile *p, uint32_t a, uint32_t b)
{
	return a == b ? 0 : strcmp(p->subs[a]->name, p->subs[b]->name);
}

static int compare(const void *a, const void *b, void *arg)
{
	const struct profile_call *x = *(const struct profile_call *const *)a,
				  *y = *(const struct profile_call *const *)b;
	const struct order *order = arg;
	uint64_t xk = order->key(x), yk = order->key(y);
	int names;

	if (xk != yk)
		return xk < yk ? -1 : 1;
	if (x->counts.incl_ns != y->counts.incl_ns)
		return x->counts.incl_ns < y->counts.incl_ns ? 1 : -1;
	names = compare_names(order->profile, x->id.callee, y->id.callee) ?:
			compare_names(order->profile, x->id.caller, y->id.caller);
	xk = line_key(x);
	yk = line_key(y);
	return names ?: (xk > yk) - (xk < yk);
}

static const struct profile_call **sorted(const struct profile *p, size_t cnt, key_fn *key)
{
	const struct profile_call **calls = calloc(cnt + 1, sizeof(*calls)), *call;
	struct order order = { p, key };
	size_t i = 0;

	if (!calls)
		return NULL;
	for (call = p->calls; call; call = call->hh.next)
		calls[i++] = call;
	qsort_r(calls, cnt, sizeof(*calls), compare, &order);
	return calls;
}

int call_index_make(struct call_index *x, const struct profile *p)
{
	*x = (struct call_index){ .cnt = HASH_COUNT(p->calls) };
	x->by_line = sorted(p, x->cnt, line_key);
	x->by_callee = sorted(p, x->cnt, callee_key);
	x->by_caller = sorted(p, x->cnt, caller_key);
	if (x->by_line && x->by_callee && x->by_caller)
		return 0;
	call_index_release(x);
	return -ENOMEM;
}

void call_index_release(struct call_index *x)
{
	free(x->by_line);
	free(x->by_callee);
	free(x->by_caller);
	*x = (struct call_index){};
}

/* The first call with this key or a higher one. */
static size_t find(const struct profile_call *const *calls, size_t cnt, key_fn *key, uint64_t value)
{
	size_t lo = 0, hi = cnt;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (key(calls[mid]) < value)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static struct call_list with_key(const struct profile_call *const *calls, size_t cnt, key_fn *key,
				 uint64_t value)
{
	size_t first = find(calls, cnt, key, value), end = first;

	while (end < cnt && key(calls[end]) == value)
		end++;
	return (struct call_list){ calls + first, end - first };
}

struct call_list calls_from_line(const struct call_index *x, uint32_t fid, uint32_t line)
{
	return with_key(x->by_line, x->cnt, line_key, (uint64_t)fid << 32 | line);
}

struct call_list calls_of_sub(const struct call_index *x, uint32_t sub)
{
	return with_key(x->by_callee, x->cnt, callee_key, sub);
}

struct call_list calls_by_sub(const struct call_index *x, uint32_t sub)
{
	return with_key(x->by_caller, x->cnt, caller_key, sub);
}
