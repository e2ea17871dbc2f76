// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytp/wait_records.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "nytp/remark_rows.h"
#include "nytp/remark_text.h"
#include "records/sink.h"
#include "profile/profile.h"
#include "profile/waits.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define KEY_FILE " agent_wait_file="
#define KEY_WAIT " agent_wait="
#define KEY_SUB	 " agent_wait_sub="

/* ---------------------------------------------------------------------- writing */

static void put_wait(struct sink *s, uint32_t line, const struct wait_sum *sum,
		     const char *const texts[3])
{
	char numbers[96];

	snprintf(numbers, sizeof(numbers), "%u\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, line, sum->cnt,
		 sum->ns, sum->max_ns);
	remark_put_row(s, KEY_WAIT, numbers, texts, 3);
}

static int by_file(const void *a, const void *b)
{
	const struct profile_wait *x = *(const struct profile_wait *const *)a;
	const struct profile_wait *y = *(const struct profile_wait *const *)b;

	if (x->id.fid != y->id.fid)
		return x->id.fid < y->id.fid ? -1 : 1;
	return x->id.line != y->id.line ? (x->id.line < y->id.line ? -1 : 1) :
					  (x->sum.ns < y->sum.ns) - (x->sum.ns > y->sum.ns);
}

static void put_waits(struct sink *s, const struct profile *p, const struct profile_wait **waits,
		      size_t cnt)
{
	uint32_t fid = UINT32_MAX;
	size_t i;

	sort(waits, cnt, sizeof(*waits), by_file);
	for (i = 0; i < cnt; i++) {
		const struct wait_id *id = &waits[i]->id;
		const char *const texts[3] = { profile_wait_reason(p, waits[i]),
					       id->fid ? p->subs[id->sub]->name : "",
					       profile_wait_object(p, waits[i]) };

		if (id->fid != fid)
			remark_put_file(s, KEY_FILE, p, id->fid);
		fid = id->fid;
		put_wait(s, id->line, &waits[i]->sum, texts);
	}
}

/* Waits of the same reason, without their places. */
static int put_rest(struct sink *s, const struct profile *p, const struct profile_wait **waits,
		    size_t cnt)
{
	struct wait_sum *sums __cleanup(free_ptr) = calloc(p->waits.text_cnt + 1ul, sizeof(*sums));
	uint32_t nr;
	size_t i;

	if (!sums)
		return -ENOMEM;
	for (i = 0; i < cnt; i++)
		wait_sum_add(&sums[waits[i]->id.reason], &waits[i]->sum);
	remark_put_file(s, KEY_FILE, p, 0);
	for (nr = 0; nr <= p->waits.text_cnt; nr++) {
		const char *const texts[3] = { wait_text(&p->waits, nr), "", "" };

		if (sums[nr].cnt || sums[nr].ns)
			put_wait(s, 0, &sums[nr], texts);
	}
	return 0;
}

static void put_subs(struct sink *s, const struct profile *p)
{
	char number[32];
	size_t i;

	for (i = 0; i < p->sub_cnt; i++) {
		const char *name = p->subs[i]->name;

		if (!p->subs[i]->wait_incl_ns)
			continue;
		snprintf(number, sizeof(number), "%" PRId64, p->subs[i]->wait_incl_ns);
		remark_put_row(s, KEY_SUB, number, &name, 1);
	}
}

int wait_records_put(struct sink *s, const struct profile *p)
{
	const struct profile_wait **waits __cleanup(free_ptr) = NULL;
	size_t cnt, whole;
	int rc = 0;

	if (!p->waits.waits)
		return 0;
	waits = profile_sorted_waits(p, &cnt);
	if (!waits)
		return -ENOMEM;
	whole = cnt < WAIT_RECORDS ? cnt : WAIT_RECORDS;
	put_waits(s, p, waits, whole);
	if (cnt > whole)
		rc = put_rest(s, p, waits + whole, cnt - whole);
	put_subs(s, p);
	return rc;
}

/* ---------------------------------------------------------------------- reading */

static int add_at(struct profile *p, struct wait_place *at, const struct profile_file *file,
		  const char *sub_name, const struct wait_sum *sum)
{
	const struct profile_sub *sub = profile_sub(p, sub_name);
	int rc;

	if (!sub)
		return -ENOMEM;
	at->fid = file->fid;
	at->sub = sub->id;
	rc = profile_add_wait(p, at, sum);
	return rc == -ERANGE ? 0 : rc;
}

static int add_wait(struct remark_reading *r, char *text)
{
	struct wait_place at = {};
	struct wait_sum sum;
	char *reason, *sub, *object;
	int end = 0;

	if (sscanf(text, "%" SCNu32 "\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64 "%n", &at.line, &sum.cnt,
		   &sum.ns, &sum.max_ns, &end) != 4)
		return 0;
	reason = remark_cut(text + end);
	sub = remark_cut(reason);
	object = remark_cut(sub);
	if (!object)
		return 0;
	remark_read_text(reason);
	remark_read_text(sub);
	remark_read_text(object);
	at.reason = reason;
	at.object = object;
	return r->file ? add_at(r->p, &at, r->file, sub, &sum) : profile_add_wait(r->p, &at, &sum);
}

/* The waiting of a sub, in whatever file. */
static int add_sub_wait(struct remark_reading *r, char *text)
{
	char *name = remark_cut(text);
	const struct profile_sub *sub;

	if (!name)
		return 0;
	remark_read_text(name);
	sub = profile_sub(r->p, name);
	if (!sub)
		return -ENOMEM;
	profile_add_sub_wait(r->p, sub->id, strtoll(text, NULL, 10));
	return 0;
}

const struct remark_table wait_records_table = {
	.file_key = KEY_FILE,
	.kinds = { { KEY_WAIT, add_wait }, { KEY_SUB, add_sub_wait } },
	.row_size = sizeof(struct profile_wait),
};
