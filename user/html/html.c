// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/html.h"

#include "figures/probe_errors.h"
#include "figures/run_totals.h"
#include "html/data.h"
#include "html/events.h"
#include "html/frame.h"
#include "html/head.h"
#include "html/tables.h"
#include "html/text.h"
#include "html/times.h"
#include "stacks/events.h"
#include "stacks/frames.h"

static const struct page_part page[] = {
#include "page.inc"
};

struct page {
	const struct profile *p;
	const struct stacks *s;
	const struct html_options *o;
	struct probe_errors errors;
	struct run_totals run;
	struct event_stacks events;
};

static int fill(enum page_slot slot, const void *arg, FILE *out)
{
	const struct page *w = arg;

	switch (slot) {
	case PAGE_TITLE:
		head_put_name(w->p, frames_title(w->p), out);
		return 0;
	case PAGE_OVERVIEW:
		head_put(w->p, w->s, &w->errors, &w->run, out);
		events_put_facts(&w->events, out);
		return w->o->times ? times_put(w->o->times, out) : 0;
	case PAGE_TABLES:
		return tables_put(w->p, w->s, &w->errors, &w->run, out);
	case PAGE_DATA:
		return data_put(w->p, w->s, &w->errors, &w->run, &w->events, w->o, out);
	case PAGE_END:
		break;
	}
	return 0;
}

int html_write(const struct profile *p, const struct stacks *s, const struct html_options *o,
	       FILE *out)
{
	struct page w = { .p = p, .s = s, .o = o };
	int rc = probe_errors_make(&w.errors, p);

	if (!rc)
		run_totals_make(&w.run, p, &w.errors);
	rc = rc ?: event_stacks_make(&w.events, p);
	rc = rc ?: frame_put(page, sizeof(page) / sizeof(page[0]), fill, &w, out);
	event_stacks_release(&w.events);
	probe_errors_release(&w.errors);
	return rc;
}
