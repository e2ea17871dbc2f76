// SPDX-License-Identifier: GPL-2.0-or-later
#include "write/term_processor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "util/cleanup.h"
#include "text/plain.h"
#include "util/sort.h"

#define SHOWN 6 /* more of them are summed up */

struct share {
	const char *name;
	unsigned long long cnt;
};

static int by_count(const void *one, const void *other)
{
	const struct share *a = one, *b = other;

	return (a->cnt < b->cnt) - (a->cnt > b->cnt);
}

static size_t find(const struct profile *p, struct share *shares, unsigned long long *sum)
{
	const size_t len = strlen(PROFILE_TICKS_IN);
	size_t i, cnt = 0;

	for (i = 0; i < p->attr_cnt; i++) {
		const struct profile_attr *attr = &p->attrs[i];

		if (strncmp(attr->key, PROFILE_TICKS_IN, len) != 0)
			continue;
		shares[cnt].name = attr->key + len;
		shares[cnt].cnt = strtoull(attr->value, NULL, 10);
		*sum += shares[cnt++].cnt;
	}
	return cnt;
}

static void put(const char *name, unsigned long long cnt, unsigned long long sum, FILE *out)
{
	fprintf(out, "%9.1f%%  ", 100.0 * (double)cnt / (double)sum);
	plain_print(name, out);
	fputc('\n', out);
}

int term_put_processor(const struct profile *p, FILE *out)
{
	struct share *shares __cleanup(free_ptr) = calloc(p->attr_cnt + 1, sizeof(*shares));
	unsigned long long sum = 0, rest = 0;
	size_t cnt, i;

	if (!shares)
		return -ENOMEM;
	cnt = find(p, shares, &sum);
	if (!sum)
		return 0;
	sort(shares, cnt, sizeof(*shares), by_count);
	fputs("\nThe processor was in (estimate)\n", out);
	for (i = 0; i < cnt; i++) {
		if (i < SHOWN)
			put(shares[i].name, shares[i].cnt, sum, out);
		else
			rest += shares[i].cnt;
	}
	if (rest)
		put("others", rest, sum, out);
	return 0;
}
