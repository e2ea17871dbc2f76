// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytp/kevent_records.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "nytp/remark_rows.h"
#include "nytp/remark_text.h"
#include "profile/kevents.h"
#include "profile/profile.h"
#include "records/sink.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define KEY_STACK " agent_event_stack="
#define KEY_FILE  " agent_event_file="
#define KEY_ROW	  " agent_event="

/* ---------------------------------------------------------------------- writing */

static void put_stacks(struct sink *s, const struct profile *p)
{
	char numbers[64];
	uint32_t i;

	for (i = 0; i < p->kevents.stack_cnt; i++) {
		const struct kevent_stack *stack = p->kevents.stacks_by_nr[i];
		const char *const texts[] = { p->subs[stack->id.sub]->name };

		snprintf(numbers, sizeof(numbers), "%u\t%u", stack->nr, stack->id.up);
		remark_put_row(s, KEY_STACK, numbers, texts, 1);
	}
}

static void put_row(struct sink *s, const struct profile *p, const struct profile_kevent *row)
{
	const struct kevent_id *id = &row->id;
	const struct kevent_sum *sum = &row->sum;
	/* What is live can be below 0 in a part that has freed what another one has allocated. */
	const uint64_t cnt = sum->cnt > INT64_MAX && row->by_bytes ? 0 : sum->cnt;
	const char *const texts[] = { profile_kevent_event(p, row), profile_kevent_detail(p, row),
				      id->where == KEVENT_AT_SUB ? p->subs[id->sub]->name : "" };
	char numbers[160];

	snprintf(numbers, sizeof(numbers),
		 "%u\t%u\t%u\t%" PRIu64 "\t%" PRIu64 "\t%" PRId64 "\t%" PRIu64, id->line, id->where,
		 id->stack, cnt, (uint64_t)sum->errors, (int64_t)sum->bytes, (uint64_t)sum->ns);
	remark_put_row(s, KEY_ROW, numbers, texts, 3);
}

static int by_file(const void *a, const void *b)
{
	const struct profile_kevent *x = *(const struct profile_kevent *const *)a;
	const struct profile_kevent *y = *(const struct profile_kevent *const *)b;

	return memcmp(&x->id, &y->id, sizeof(x->id));
}

int kevent_records_put(struct sink *s, const struct profile *p)
{
	const struct profile_kevent **rows __cleanup(free_ptr) = NULL;
	uint32_t fid = UINT32_MAX;
	size_t cnt, i;

	if (!p->kevents.rows)
		return 0;
	rows = profile_sorted_kevents(p, &cnt);
	if (!rows)
		return -ENOMEM;
	put_stacks(s, p);
	sort(rows, cnt, sizeof(*rows), by_file);
	for (i = 0; i < cnt; i++) {
		if (rows[i]->id.fid != fid)
			remark_put_file(s, KEY_FILE, p, rows[i]->id.fid);
		fid = rows[i]->id.fid;
		put_row(s, p, rows[i]);
	}
	return 0;
}

/* ---------------------------------------------------------------------- reading */

/* A caller comes before those that it calls. */
static int add_stack(struct remark_reading *r, char *text)
{
	const struct profile_sub *sub;
	uint32_t nr, up, is = 0;
	char *name;
	int end = 0;

	if (sscanf(text, "%" SCNu32 "\t%" SCNu32 "%n", &nr, &up, &end) != 2 || !nr ||
	    nr > KEVENT_STACKS_MAX || up >= nr)
		return 0;
	name = remark_cut(text + end);
	if (!name)
		return 0;
	remark_read_text(name);
	sub = profile_sub(r->p, name);
	if (!sub || profile_kevent_stack(r->p, remark_number(r, up), sub->id, &is))
		return -ENOMEM;
	return remark_set_number(r, nr, is);
}

static int add_row(struct remark_reading *r, char *text)
{
	struct kevent_in in = { 0 };
	const struct profile_sub *sub;
	uint64_t cnt, errors, ns;
	int64_t bytes;
	uint32_t where, stack;
	char *event, *detail, *name;
	int end = 0;

	if (sscanf(text,
		   "%" SCNu32 "\t%" SCNu32 "\t%" SCNu32 "\t%" SCNu64 "\t%" SCNu64 "\t%" SCNd64
		   "\t%" SCNu64 "%n",
		   &in.line, &where, &stack, &cnt, &errors, &bytes, &ns, &end) != 7)
		return 0;
	event = remark_cut(text + end);
	detail = remark_cut(event);
	name = remark_cut(detail);
	if (!name)
		return 0;
	remark_read_text(event);
	remark_read_text(detail);
	remark_read_text(name);
	in.event = event;
	in.detail = detail;
	in.where = where < KEVENT_WHERES ? (enum kevent_where)where : KEVENT_AT_UNKNOWN;
	in.stack = remark_number(r, stack);
	if (in.where == KEVENT_AT_SUB) {
		sub = profile_sub(r->p, name);
		if (!sub)
			return -ENOMEM;
		in.sub = sub->id;
		in.fid = r->file ? r->file->fid : 0;
	}
	return profile_add_kevent(r->p, &in, &(struct kevent_sum){ cnt, errors, bytes, ns });
}

const struct remark_table kevent_records_table = {
	.file_key = KEY_FILE,
	.kinds = { { KEY_STACK, add_stack }, { KEY_ROW, add_row } },
	.row_size = sizeof(struct profile_kevent),
};
