// SPDX-License-Identifier: GPL-2.0-or-later
#include "write/term_sql.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

#include "profile/profile.h"
#include "profile/sql.h"
#include "text/plain.h"
#include "util/cleanup.h"
#include "write/time_text.h"
#include "write/writer.h"

static int64_t signed_ns(uint64_t ns)
{
	return ns < INT64_MAX ? (int64_t)ns : INT64_MAX;
}

static void put_time(uint64_t ns, uint64_t cnt, FILE *out)
{
	char text[TIME_TEXT];

	fprintf(out, " %10s", cnt ? time_text(signed_ns(ns), text) : "-");
}

static void put_place(const struct profile *p, const struct profile_sql *row, FILE *out)
{
	const struct profile_file *file = profile_find_fid(p, row->id.fid);

	if (!file) {
		fputs("(unknown place)", out);
		return;
	}
	plain_print(file->name, out);
	fprintf(out, ":%u", row->id.line);
	if (row->id.sub < p->sub_cnt) {
		fputs(" in ", out);
		plain_print(p->subs[row->id.sub]->name, out);
	}
}

static void put_row(const struct profile *p, const struct profile_sql *row, FILE *out)
{
	const struct sql_sum *sum = &row->sum;

	fprintf(out, "%10" PRIu64, sum->cnt);
	put_time(sum->ns, sum->cnt || sum->ns, out);
	put_time(sum->cnt ? sum->ns / sum->cnt : 0, sum->cnt, out);
	put_time(sum->prepare_ns, sum->prepare_cnt, out);
	fputs("  ", out);
	plain_print(profile_sql_text(p, row), out);
	fprintf(out, "\n%45s", "");
	put_place(p, row, out);
	fputc('\n', out);
}

int term_put_sql(const struct profile *p, const struct writer_options *o, FILE *out)
{
	const struct profile_sql **rows __cleanup(free_ptr) = NULL;
	size_t cnt, i;

	if (!p->sqls.rows)
		return 0;
	rows = profile_sorted_sqls(p, &cnt);
	if (!rows)
		return -ENOMEM;
	fprintf(out, "\nSQL statements by time\n%10s %10s %10s %10s  %s\n", "executed", "time",
		"average", "preparing", "statement, and where");
	for (i = 0; i < cnt && i < o->top; i++)
		put_row(p, rows[i], out);
	if (cnt > o->top)
		fprintf(out, "%10s %zu more\n", "", cnt - o->top);
	return 0;
}
