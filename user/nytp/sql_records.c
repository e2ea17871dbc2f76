// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytp/sql_records.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "nytp/remark_rows.h"
#include "nytp/remark_text.h"
#include "profile/profile.h"
#include "profile/sql.h"
#include "records/sink.h"
#include "util/cleanup.h"
#include "util/sort.h"

#define KEY_FILE " agent_sql_file="
#define KEY_ROW	 " agent_sql="

/* ---------------------------------------------------------------------- writing */

static void put_row(struct sink *s, const struct profile *p, const struct profile_sql *row)
{
	const char *const texts[] = { row->id.fid ? p->subs[row->id.sub]->name : "",
				      profile_sql_text(p, row) };
	const struct sql_sum *sum = &row->sum;
	char numbers[128];

	snprintf(numbers, sizeof(numbers), "%u\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64,
		 row->id.line, sum->cnt, sum->ns, sum->prepare_cnt, sum->prepare_ns);
	remark_put_row(s, KEY_ROW, numbers, texts, 2);
}

static int by_file(const void *a, const void *b)
{
	const struct profile_sql *x = *(const struct profile_sql *const *)a;
	const struct profile_sql *y = *(const struct profile_sql *const *)b;

	return memcmp(&x->id, &y->id, sizeof(x->id));
}

int sql_records_put(struct sink *s, const struct profile *p)
{
	const struct profile_sql **rows __cleanup(free_ptr) = NULL;
	uint32_t fid = UINT32_MAX;
	size_t cnt, i;

	if (!p->sqls.rows)
		return 0;
	rows = profile_sorted_sqls(p, &cnt);
	if (!rows)
		return -ENOMEM;
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

static int add_row(struct remark_reading *r, char *text)
{
	struct sql_place_in at = {};
	struct sql_sum sum;
	const struct profile_sub *sub;
	char *sub_name, *statement;
	int end = 0;

	if (sscanf(text, "%" SCNu32 "\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64 "%n",
		   &at.line, &sum.cnt, &sum.ns, &sum.prepare_cnt, &sum.prepare_ns, &end) != 5)
		return 0;
	sub_name = remark_cut(text + end);
	statement = remark_cut(sub_name);
	if (!statement)
		return 0;
	remark_read_text(sub_name);
	remark_read_text(statement);
	if (r->file) {
		sub = profile_sub(r->p, sub_name);
		if (!sub)
			return -ENOMEM;
		at.fid = r->file->fid;
		at.sub = sub->id;
	}
	return profile_add_sql(r->p, &at, statement, &sum);
}

const struct remark_table sql_records_table = {
	.file_key = KEY_FILE,
	.kinds = { { KEY_ROW, add_row } },
	.row_size = sizeof(struct profile_sql),
};
