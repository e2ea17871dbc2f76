// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/events.h"

#include <inttypes.h>

#include "html/data_table.h"
#include "html/text.h"
#include "profile/profile.h"
#include "stacks/events.h"

/* ------------------------------------------------------------------------- data */

struct events {
	const struct profile *p;
	const struct event_stacks *e;
};

static void fill_stack(const void *arg, size_t row, int64_t *cells)
{
	const struct events *d = arg;
	const struct stack *stack = &d->e->tree.all[row];

	cells[0] = stack->depth;
	cells[1] = data_frame(d->p, stack);
}

static void fill_event(const void *arg, size_t row, int64_t *cells)
{
	const struct events *d = arg;
	const struct event_row *at = &d->e->rows[row];
	const struct kevent_id *id = &at->row->id;
	const struct kevent_sum *sum = &at->row->sum;

	cells[0] = at->kind;
	cells[1] = (int64_t)id->detail - 1;
	cells[2] = at->node;
	cells[3] = data_frame(d->p, &d->e->tree.all[at->node]);
	cells[4] = data_file(d->p, id->fid);
	cells[5] = id->line;
	cells[6] = data_count(sum->cnt);
	cells[7] = data_count(sum->errors);
	cells[8] = sum->bytes;
	cells[9] = data_count(sum->ns);
}

static const char *kind(const void *arg, size_t i)
{
	return ((const struct event_stacks *)arg)->kinds[i];
}

static const char *word(const void *arg, size_t i)
{
	return ((const struct profile *)arg)->kevents.texts_by_nr[i]->text;
}

void events_put(const struct profile *p, const struct event_stacks *e, FILE *out)
{
	const struct events d = { p, e };
	const struct data_table stacks = {
		"eventStacks", { "depth", "sub" }, e->tree.cnt, fill_stack
	};
	const struct data_table events = { "events",
					   { "event", "detail", "stack", "sub", "file", "line",
					     "count", "errors", "bytes", "ns" },
					   e->row_cnt,
					   fill_event };

	if (!e->kind_cnt)
		return;
	data_put_texts("eventNames", kind, e, e->kind_cnt, out);
	data_put_texts("eventWords", word, p, p->kevents.text_cnt, out);
	data_put_table(&stacks, &d, out);
	data_put_table(&events, &d, out);
}

/* ------------------------------------------------------------------------- head */

void events_put_facts(const struct event_stacks *e, FILE *out)
{
	uint32_t i;

	if (!e->kind_cnt)
		return;
	fputs("<dl class=\"facts small\">\n<div><dt>events of the kernel</dt><dd>", out);
	for (i = 0; i < e->kind_cnt; i++) {
		fputs(i ? ", " : "", out);
		html_put(e->kinds[i], out);
		putc(' ', out);
		if (e->by_bytes[i])
			fprintf(out, "%+" PRId64 " bytes", event_total(e, i));
		else
			html_put_count(e->sums[i].cnt, out);
	}
	fputs("</dd></div>\n</dl>\n", out);
}
