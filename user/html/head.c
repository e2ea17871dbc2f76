// SPDX-License-Identifier: GPL-2.0-or-later
#include "html/head.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "figures/idle.h"
#include "figures/lost.h"
#include "figures/probe_errors.h"
#include "figures/run_totals.h"
#include "html/text.h"
#include "profile/profile.h"
#include "profile/waits.h"
#include "stacks/stacks.h"
#include "util/saturate.h"

static uint64_t number_of(const struct profile *p, const char *attr)
{
	const char *text = profile_attr(p, attr);

	return text ? strtoull(text, NULL, 10) : 0;
}

/* ----------------------------------------------------------------------- facts */

void head_begin_fact(const char *name, FILE *out)
{
	fprintf(out, "<div><dt>%s</dt><dd>", name);
}

void head_end_fact(FILE *out)
{
	fputs("</dd></div>\n", out);
}

void head_put_time(const char *name, int64_t ns, FILE *out)
{
	head_begin_fact(name, out);
	html_put_time(ns, out);
	head_end_fact(out);
}

static void put_count_fact(const char *name, uint64_t cnt, FILE *out)
{
	head_begin_fact(name, out);
	html_put_count(cnt, out);
	head_end_fact(out);
}

static void put_text_fact(const char *name, const char *text, FILE *out)
{
	if (!text)
		return;
	head_begin_fact(name, out);
	html_put(text, out);
	head_end_fact(out);
}

static int64_t signed_ns(uint64_t ns)
{
	return ns < INT64_MAX ? (int64_t)ns : INT64_MAX;
}

static int64_t us_to_ns(uint64_t us)
{
	return us < INT64_MAX / 1000 ? (int64_t)us * 1000 : INT64_MAX;
}

int64_t head_wall_ns(const struct profile *p)
{
	double ns = (p->end - p->start) * 1e9;

	return ns > 0 && ns < 9e18 ? (int64_t)ns : 0;
}

/* Of subs that wait for events. */
static int64_t idle_ns(const struct profile *p)
{
	const struct profile_call *call;
	int64_t sum = 0;

	for (call = p->calls; call; call = call->hh.next) {
		if (sub_is_idle(p->subs[call->id.callee]->name))
			saturate_ns(&sum, call->counts.excl_ns);
	}
	return sum;
}

static void put_sums(const struct profile *p, const struct stacks *s, FILE *out)
{
	struct profile_totals t;
	int64_t waited = signed_ns(profile_waited(p));

	profile_totals(p, &t);
	fputs("<dl class=\"facts sum\">\n", out);
	head_put_time("wall time", head_wall_ns(p), out);
	if (p->estimates)
		head_put_time("processor time", (int64_t)fmin(p->estimates->all_ns, 9e18), out);
	head_put_time(p->estimates	       ? "recorded, in windows" :
		      s->hz && !p->waits.waits ? "processor time" :
						 "recorded time",
		      s->all[0].total_ns, out);
	if (p->waits.waits)
		head_put_time("on a processor", s->all[0].total_ns - waited, out);
	if (p->waits.waits)
		head_put_time("waiting", waited, out);
	if (idle_ns(p) > 0)
		head_put_time("idle, for events", idle_ns(p), out);
	put_count_fact(s->hz	    ? "samples" :
		       p->estimates ? "statements, in windows" :
				      "statements",
		       t.stmts, out);
	if (!s->hz)
		put_count_fact(p->estimates ? "calls, in windows" : "calls", t.sub_calls, out);
	put_count_fact("subs", t.subs, out);
	put_count_fact("lines", t.lines, out);
	fputs("</dl>\n", out);
}

static void put_mode(const struct profile *p, const struct stacks *s, FILE *out)
{
	head_begin_fact("mode", out);
	if (p->estimates)
		fprintf(out,
			"<span class=\"mode estimate\">burst, %u short windows: estimates</span>",
			p->estimates->windows);
	else if (s->hz)
		fprintf(out, "<span class=\"mode estimate\">%u samples a second: estimates</span>",
			s->hz);
	else
		fputs("<span class=\"mode\">exact</span>", out);
	head_end_fact(out);
}

static void put_start(const struct profile *p, FILE *out)
{
	char text[64];
	time_t start = p->start > 0 && p->start < 1e11 ? (time_t)p->start : 0;
	struct tm tm;

	if (!start || !gmtime_r(&start, &tm) ||
	    !strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &tm))
		return;
	put_text_fact("start", text, out);
}

/*
 * A recording adds the mode to the program's name (see store/metadata.c). Here that has a place of
 * its own.
 */
void head_put_name(const struct profile *p, const char *name, FILE *out)
{
	char mode[64] = " (estimates from ";
	const char *added;

	if (p->estimates)
		snprintf(mode, sizeof(mode), " (%u short windows: ", p->estimates->windows);
	added = strstr(name, mode);
	html_put_text(name, added ? (size_t)(added - name) : strlen(name), out);
}

/* The command line, or the program's name. */
static void put_command(const struct profile *p, FILE *out)
{
	const char *command = profile_attr(p, "agent_command") ?: profile_attr(p, "application");

	if (!command)
		return;
	head_begin_fact("command", out);
	head_put_name(p, command, out);
	head_end_fact(out);
}

/* How sure the times are. */
static void put_error(const struct profile *p, int64_t probe_error_ns, FILE *out)
{
	if (!probe_error_ns)
		return;
	head_begin_fact("error", out);
	fputs("about ", out);
	html_put_time(probe_error_ns, out);
	fputs(p->estimates ? " for each probe; \302\261 has it" :
			     " for each probe; ~ marks a time below the error of its probes",
	      out);
	head_end_fact(out);
}

void head_put_facts(const struct profile *p, const struct stacks *s, int64_t probe_error_ns,
		    FILE *out)
{
	char pid[16];

	snprintf(pid, sizeof(pid), "%u", p->pid);
	fputs("<dl class=\"facts small\">\n", out);
	put_mode(p, s, out);
	put_command(p, out);
	put_text_fact("host", profile_attr(p, "agent_host"), out);
	put_start(p, out);
	put_text_fact("pid", p->pid ? pid : NULL, out);
	put_text_fact("perl", profile_attr(p, "perl_version"), out);
	put_error(p, probe_error_ns, out);
	if (number_of(p, "agent_waited_us") >= 1000) {
		head_begin_fact("left out of the times", out);
		html_put_time(us_to_ns(number_of(p, "agent_waited_us")), out);
		fputs(" of waiting for a processor", out);
		head_end_fact(out);
	}
	fputs("</dl>\n", out);
}

/* -------------------------------------------------------------------- warnings */

struct warnings {
	FILE *out;
	unsigned cnt;
};

/* Text of a target may follow, then a line end. */
static FILE *warn(struct warnings *w, const char *text)
{
	fputs(w->cnt++ ? "<li>" : "<ul class=\"warning\">\n<li>", w->out);
	fputs(text, w->out);
	return w->out;
}

static void warn_losses(struct warnings *w, const struct profile *p)
{
	uint64_t begin = number_of(p, "agent_lost_BEGIN_US");
	struct lost lost;
	size_t at = 0;

	while (lost_next(p, &at, &lost)) {
		html_put_count(lost.cnt, warn(w, "Not recorded: "));
		putc(' ', w->out);
		html_put(lost.what, w->out);
	}
	if (begin)
		html_put_time(us_to_ns(begin), warn(w, "Not recorded: the beginning, "));
}

static void warn_attr(struct warnings *w, const struct profile *p, const char *attr,
		      const char *text)
{
	if (profile_attr(p, attr))
		html_put(profile_attr(p, attr), warn(w, text));
}

static void warn_windows(struct warnings *w, const struct profile *p, const struct run_totals *r)
{
	fprintf(warn(w, ""),
		"Recorded in %u short windows. In the tables of subs and lines, counts and times are "
		"estimates of the whole program: 95 of 100 intervals \302\261 have the true number. "
		"All other counts and times are those of the windows. "
		"A sub or line that ran in no window is missing.",
		p->estimates->windows);
	if (!r->counts)
		warn(w,
		     "Counts are only those of the windows everywhere: too much of the windows' time may "
		     "not be the program's own.");
	if (r->unknown > 0)
		fprintf(warn(w, ""),
			"About %.0f %% of the time is in no line, as statements are far longer than a window: "
			"the \302\261 of each time has it.",
			100 * r->unknown);
}

static void warn_estimates(struct warnings *w, const struct profile *p, const struct stacks *s)
{
	if (s->hz)
		fprintf(warn(w, ""),
			"%s estimates from samples.%s Counts are samples, not executions. "
			"A sub or line that ran seldom may be missing.",
			profile_waited(p) ? "Times on a processor are" : "All times are",
			profile_waited(p) ? " Waiting is exact." : "");
	if (s->pairs)
		warn(w, "The profile has no stacks: each one in the flame graph is a sub and its "
			"caller.");
	if (s->deeper)
		fprintf(warn(w, ""), "Stacks are cut at %u calls.", STACKS_DEPTH_MAX);
	if (p->source_cut)
		warn(w,
		     "The profile has more source than fits: the text of some lines is missing.");
}

void head_put_warnings(const struct profile *p, const struct stacks *s, const struct run_totals *r,
		       FILE *out)
{
	struct warnings w = { .out = out };

	warn_losses(&w, p);
	warn_attr(&w, p, "agent_step_subs", "Stepped down at ");
	warn_attr(&w, p, "agent_step_sample", "Stepped down at ");
	warn_attr(&w, p, "agent_builtin_times", "Times of builtins are ");
	if (r && p->estimates)
		warn_windows(&w, p, r);
	warn_estimates(&w, p, s);
	if (w.cnt)
		fputs("</ul>\n", out);
}

void head_put(const struct profile *p, const struct stacks *s, const struct probe_errors *e,
	      const struct run_totals *r, FILE *out)
{
	put_sums(p, s, out);
	head_put_facts(p, s, e->each_ns, out);
	head_put_warnings(p, s, r, out);
}
