// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/param.h>

#include "figures/idle.h"
#include "figures/idle_out.h"
#include "figures/sums.h"
#include "report/report_parts.h"
#include "util/error.h"
#include "util/saturate.h"
#include "write/term_processor.h"
#include "write/term_kevents.h"
#include "write/term_sql.h"
#include "write/term_waits.h"
#include "write/writer.h"

/* What the subs took. */
static void add_up(struct report *r)
{
	int64_t sub_ns = 0;
	size_t i;

	for (i = 0; i < r->p->sub_cnt; i++) {
		const struct profile_sub *sub = r->p->subs[i];

		saturate_ns(&sub_ns, r->subs[i].excl_ns);
		r->idle[i] = !r->o->idle && sub->called && sub_is_idle(sub->name);
	}
	r->whole_ns = MAX(r->totals.stmt_ns, sub_ns);
}

/* What is left out is left out of the whole program, too. */
static void estimate(struct report *r)
{
	run_totals_make(&r->run, r->p, &r->errors);
	r->run_ns = run_whole_ns(r->p, r->whole_ns);
}

static int put_tables(const struct report *r)
{
	const struct writer_options limits = { .top = r->o->limit };
	int rc = report_head(r);

	if (!rc && (r->totals.sub_calls || r->waits))
		rc = report_subs(r);
	if (!rc && (r->totals.lines || r->waits))
		rc = report_files(r) ?: report_lines(r);
	rc = rc ?: term_put_processor(r->p, r->out);
	rc = rc ?: term_put_waits(r->p, &limits, r->out);
	rc = rc ?: term_put_sql(r->p, &limits, r->out);
	return rc ?: term_put_kevents(r->p, &limits, r->out);
}

static int write_it(const struct report *r, struct error *err)
{
	if (r->o->source)
		return report_source_page(r, err);
	if (r->o->leaks)
		return report_leaks_page(r, err);
	if (r->o->group_by)
		return report_requests_page(r, err);
	if (r->o->sub)
		return report_sub_page(r, err);
	if (r->o->sort == REPORT_SORT_EVENT)
		return report_events_page(r, err);
	return put_tables(r);
}

int report_write(struct profile *p, const struct report_options *o, FILE *out, struct error *err)
{
	struct report r = {
		.p = p,
		.o = o,
		.out = out,
		.idle = calloc(p->sub_cnt + 1, sizeof(bool)),
		.sampled = profile_attr(p, "agent_sampled"),
		.waits = term_has_waits(p),
	};
	int rc = !r.idle ? -ENOMEM : o->idle ? 0 : idle_leave_out(p, &r.idle_ns);

	rc = rc ?: probe_errors_make(&r.errors, p);
	r.subs = rc ? NULL : sub_sums(p);
	if (r.subs) {
		profile_totals(p, &r.totals);
		add_up(&r);
		estimate(&r);
		rc = write_it(&r, err);
	} else {
		rc = -ENOMEM;
	}
	probe_errors_release(&r.errors);
	free(r.subs);
	free(r.idle);
	return rc == -ENOMEM ? error_set(err, ENOMEM, "out of memory") : rc;
}
