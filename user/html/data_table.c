// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/data_table.h"

#include <inttypes.h>
#include <stdlib.h>

#include "stacks/stacks.h"
#include "text/json.h"

static size_t fill_lines(const struct profile *p, struct data_line *lines)
{
	size_t cnt = 0, i;
	uint32_t nr;

	for (i = 0; i < p->file_cnt; i++) {
		for (nr = profile_next_line(p->files[i], 0); nr != LINE_NONE;
		     nr = profile_next_line(p->files[i], nr + 1), cnt++) {
			if (lines)
				lines[cnt] = (struct data_line){ (uint32_t)i, nr,
								 profile_line(p->files[i], nr) };
		}
	}
	return cnt;
}

struct data_line *data_lines(const struct profile *p, size_t *cnt)
{
	struct data_line *lines;

	*cnt = fill_lines(p, NULL);
	lines = calloc(*cnt + 1, sizeof(*lines));
	if (lines)
		fill_lines(p, lines);
	return lines;
}

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
