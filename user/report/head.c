// SPDX-License-Identifier: GPL-2.0-or-later
/* What was recorded, where, when, how, and what is missing. */
#include <inttypes.h>
#include <stdlib.h>
#include <sys/param.h>
#include <time.h>

#include "figures/lost.h"
#include "figures/oom_kills.h"
#include "report/cells.h"
#include "report/report_parts.h"
#include "text/plain.h"
#include "write/term_waits.h"
#include "write/time_text.h"

#define SUMMARY_WIDTH 120u /* columns that have room for the summary in one line */

static uint64_t number_of(const struct report *r, const char *key)
{
	const char *value = profile_attr(r->p, key);

	return value ? strtoull(value, NULL, 10) : 0;
}

static void put_summary(const struct report *r)
{
	const char *application = profile_attr(r->p, "application");
	const struct profile_totals *t = &r->totals;
	const bool narrow = r->o->fit && r->o->width < SUMMARY_WIDTH;

	begin_heading(r);
	plain_print(application ? application : "?", r->out);
	end_style(r);
	if (r->sampled)
		fprintf(r->out, " (pid %u):%s%llu samples on %llu lines, of %llu subs, %.3f s\n",
			r->p->pid, narrow ? "\n        " : " ", (unsigned long long)t->stmts,
			(unsigned long long)t->lines, (unsigned long long)t->subs,
			r->p->end - r->p->start);
	else
		fprintf(r->out,
			" (pid %u):%s%llu statements on %llu lines, %llu calls of %llu subs, "
			"%.3f s\n",
			r->p->pid, narrow ? "\n        " : " ", (unsigned long long)t->stmts,
			(unsigned long long)t->lines, (unsigned long long)t->sub_calls,
			(unsigned long long)t->subs, r->p->end - r->p->start);
}

static void put_fact(const struct report *r, const char *title, const char *value)
{
	if (!value)
		return;
	fprintf(r->out, "%s ", title);
	plain_print(value, r->out);
	fputc('\n', r->out);
}

static void put_start(const struct report *r)
{
	time_t start = r->p->start > 0 && r->p->start < 1e11 ? (time_t)r->p->start : 0;
	char text[64];
	struct tm tm;

	if (start && gmtime_r(&start, &tm) &&
	    strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &tm))
		put_fact(r, "started", text);
}

static void put_windows(const struct report *r, const struct estimates *e)
{
	char all[TIME_TEXT];

	fprintf(r->out,
		"mode    burst: %u short windows in %s of processor time\n"
		"        subs and lines are estimates of the whole program: 95 of 100 intervals +- have the "
		"true number\n",
		e->windows, time_text((int64_t)e->all_ns, all));
	if (!r->run.counts)
		fputs("        but their counts are only those of the windows:\n"
		      "        too much of the windows' time may not be the program's own\n",
		      r->out);
	if (r->run.unknown > 0)
		fprintf(r->out,
			"        about %.0f %% of the time is in no line, as statements are far longer than a window:\n"
			"        the +- of each time has it\n",
			100 * r->run.unknown);
}

static void put_mode(const struct report *r)
{
	if (r->p->estimates)
		put_windows(r, r->p->estimates);
	else if (r->sampled)
		fprintf(r->out,
			"mode    %llu samples a second: times are estimates, counts are samples\n",
			(unsigned long long)number_of(r, "agent_sampled"));
	else if (!r->totals.stmts && r->totals.sub_calls)
		fputs("mode    exact, calls only\n", r->out);
	else
		fputs("mode    exact\n", r->out);
}

/* The wall time, and how much of it is known to be something else than work. */
static void put_times(const struct report *r)
{
	double wall = r->p->end - r->p->start;
	double waiting = (double)number_of(r, "agent_waiting_us") / 1e6;
	char text[TIME_TEXT];

	fprintf(r->out, "time    wall %.3f s", wall);
	if (r->waits && waiting <= wall)
		fprintf(r->out, ", processor %.3f s, waiting %.3f s", wall - waiting, waiting);
	if (r->totals.stmt_ns > 0)
		fprintf(r->out, ", in perl code %s", time_text(r->totals.stmt_ns, text));
	fputc('\n', r->out);
}

/* How sure the times are. */
static void put_error(const struct report *r)
{
	const int64_t below_ns =
		(int64_t)MIN(number_of(r, "agent_below_zero_us"), INT64_MAX / 1000) * 1000;
	char error[TIME_TEXT], below[TIME_TEXT];

	if (!r->errors.each_ns)
		return;
	fprintf(r->out, "error   about %s for each probe; %s", time_text(r->errors.each_ns, error),
		r->p->estimates ? "+- has it" : "~ marks a time below the error of its probes");
	if (below_ns > r->totals.stmt_ns / 100)
		fprintf(r->out, "; sums of %s below 0 are shown as 0", time_text(below_ns, below));
	fputc('\n', r->out);
}

static void put_step(const struct report *r, const char *name)
{
	put_fact(r, "stepped down at", profile_attr(r->p, name));
}

/* Why the program has ended, if the kernel had no memory. */
static void put_oom_kills(const struct report *r)
{
	const struct oom_kills kills = oom_kills_of(r->p);

	if (!kills.cnt)
		return;
	fputs("killed  by the kernel for lack of memory", r->out);
	if (kills.cnt > 1)
		fprintf(r->out, " (%" PRIu64 " times), most often", kills.cnt);
	fputs(kills.file ? " at " : " in ", r->out);
	if (kills.file) {
		plain_print(kills.file, r->out);
		fprintf(r->out, ":%u in ", kills.line);
	}
	plain_print(kills.sub, r->out);
	fputc('\n', r->out);
}

static void put_lost(const struct report *r)
{
	struct lost lost;
	size_t at = 0;

	while (lost_next(r->p, &at, &lost))
		fprintf(r->out, "not recorded: %" PRIu64 " %s\n", lost.cnt, lost.what);
}

static void put_losses(const struct report *r)
{
	char text[TIME_TEXT];

	put_lost(r);
	if (number_of(r, "agent_waited_us") >= 1000)
		fprintf(r->out, "left out: %.3f s of waiting for a processor\n",
			(double)number_of(r, "agent_waited_us") / 1e6);
	put_step(r, "agent_step_subs");
	put_step(r, "agent_step_sample");
	if (profile_attr(r->p, "agent_lost_BEGIN_US"))
		fprintf(r->out, "not recorded: its first %.1f ms\n",
			(double)number_of(r, "agent_lost_BEGIN_US") / 1e3);
	if (r->idle_ns > 0)
		fprintf(r->out, "not shown: %s of waiting for events (--idle shows it)\n",
			time_text(r->idle_ns, text));
	if (r->p->source_cut)
		fputs("not shown: some source, of which the profile has more than fits\n", r->out);
}

int report_head(const struct report *r)
{
	put_summary(r);
	put_fact(r, "command", profile_attr(r->p, "agent_command"));
	put_fact(r, "host   ", profile_attr(r->p, "agent_host"));
	put_start(r);
	put_mode(r);
	put_times(r);
	put_error(r);
	put_oom_kills(r);
	put_losses(r);
	return term_put_wait_sums(r->p, r->out);
}
