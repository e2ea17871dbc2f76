// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/data_table.h"

#include <inttypes.h>

#include "profile/profile.h"
#include "stacks/stacks.h"
#include "text/json.h"

int64_t data_frame(const struct profile *p, const struct stack *stack)
{
	return stack->sub < p->sub_cnt ? (int64_t)stack->sub :
					 -1 - (int64_t)(STACK_PROGRAM - stack->sub);
}

int64_t data_file(const struct profile *p, uint32_t fid)
{
	return profile_find_fid(p, fid) ? (int64_t)fid - 1 : -1;
}

int64_t data_count(uint64_t cnt)
{
	return cnt < INT64_MAX ? (int64_t)cnt : INT64_MAX;
}

void data_put_table(const struct data_table *t, const void *d, FILE *out)
{
	int64_t cells[DATA_COLS_MAX];
	size_t col, row;

	fprintf(out, ",\n\"%s\":{", t->name);
	for (col = 0; t->cols[col]; col++) {
		fprintf(out, "%s\"%s\":[", col ? ",\n" : "", t->cols[col]);
		for (row = 0; row < t->rows; row++) {
			t->fill(d, row, cells);
			fprintf(out, row ? ",%" PRId64 : "%" PRId64, cells[col]);
		}
		putc(']', out);
	}
	putc('}', out);
}

void data_put_texts(const char *key, const char *(*text)(const void *d, size_t i), const void *d,
		    size_t cnt, FILE *out)
{
	size_t i;

	fprintf(out, ",\n\"%s\":[", key);
	for (i = 0; i < cnt; i++) {
		fputs(i ? ",\n" : "", out);
		json_put_string(text(d, i), out);
	}
	putc(']', out);
}
