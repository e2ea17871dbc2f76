// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of lines. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/cells.h"
#include "report/excerpt.h"
#include "report/report_parts.h"
#include "util/cleanup.h"
#include "util/sort.h"

struct line_row {
	const struct profile_file *file;
	uint32_t line;
	struct profile_line counts;
	struct run_total cnt, ns;
};

static int compare(const void *a, const void *b)
{
	const struct line_row *x = a, *y = b;

	if (x->ns.value > y->ns.value || x->ns.value < y->ns.value)
		return x->ns.value < y->ns.value ? 1 : -1;
	return x->file != y->file ? strcmp(x->file->name, y->file->name) :
				    (x->line > y->line) - (x->line < y->line);
}

static struct line_row make_row(const struct report *r, const struct profile_file *file,
				uint32_t line)
{
	const struct estimate *of = estimates_find(r->p, file->fid, line);
	const struct profile_line counts = profile_line(file, line);

	return (struct line_row){
		.file = file,
		.line = line,
		.counts = counts,
		.cnt = run_cnt(&r->run, of, counts.cnt),
		.ns = run_ns(&r->run, of, ESTIMATE_NS, counts.ns,
			     line_error(&r->errors, file->fid, line, counts.cnt)),
	};
}

/* Fills rows, if there are any, and returns how many there are. */
static size_t collect(const struct report *r, struct line_row *rows)
{
	size_t cnt = 0, i;
	uint32_t line;

	for (i = 0; i < r->p->file_cnt; i++) {
		const struct profile_file *file = r->p->files[i];

		if (!report_matches(r, file->name))
			continue;
		for (line = profile_next_line(file, 0); line != LINE_NONE;
		     line = profile_next_line(file, line + 1)) {
			if (rows)
				rows[cnt] = make_row(r, file, line);
			cnt++;
		}
	}
	return cnt;
}

#define LINE_CELLS (CELL_CNT + CELL_TIME + CELL_PERCENT + 2)

static void put_row(const struct report *r, const struct line_row *row,
		    const struct line_heat *heat)
{
	unsigned room = room_behind(r, LINE_CELLS + cell_wait_width(r) + cell_each_width(r) +
					       2 * cell_error_width(r));

	cell_run_cnt(r, &row->cnt, row->counts.cnt);
	cell_run_time(r, &row->ns, row->counts.ns,
		      line_error(&r->errors, row->file->fid, row->line, row->counts.cnt),
		      &heat->time);
	cell_run_percent(r, &row->ns, row->counts.ns);
	cell_wait(r, row->counts.wait_ns);
	cell_each(r, row->counts.ns, row->counts.cnt, &heat->each);
	fputs("  ", r->out);
	put_line_place(r, row->file, row->line, room);
}

int report_lines(const struct report *r)
{
	size_t cnt = collect(r, NULL), i;
	struct line_row *rows __cleanup(free_ptr) = calloc(cnt + 1, sizeof(*rows));
	struct line_heat heat;

	if (!rows)
		return -ENOMEM;
	if (!cnt && r->o->match)
		return 0;
	collect(r, rows);
	if (line_heat_make(&heat, r->p))
		return -ENOMEM;
	sort(rows, cnt, sizeof(*rows), compare);
	begin_table_with_errors(r, "Lines by time", "executed", "time");
	cell_each_title(r, "each");
	fputs("  line\n", r->out);
	for (i = 0; i < cnt && i < r->o->limit; i++)
		put_row(r, &rows[i], &heat);
	report_more(r, cnt);
	return 0;
}
