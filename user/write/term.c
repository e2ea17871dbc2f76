// SPDX-License-Identifier: GPL-2.0-or-later
/* A profile for the terminal: the subs and the lines that took the most time. */
#include "writer.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/plain.h"
#include "write/term_waits.h"
#include "write/time_text.h"

/* Counts are samples, and times estimates. */
static bool is_sampled(const struct profile *p)
{
	return profile_attr(p, "agent_sampled");
}

/* ----------------------------------------------------------------------- subs */

struct sub_row {
	const struct profile_sub *sub;
	struct profile_counts counts;
};

static int compare_subs(const void *a, const void *b)
{
	const struct sub_row *x = a, *y = b;

	if (x->counts.excl_ns != y->counts.excl_ns)
		return x->counts.excl_ns < y->counts.excl_ns ? 1 : -1;
	return strcmp(x->sub->name, y->sub->name);
}

static int put_subs(const struct profile *p, const struct writer_options *o, FILE *out)
{
	struct sub_row *rows __cleanup(free_ptr) = calloc(p->sub_cnt + 1, sizeof(*rows));
	const struct profile_call *call;
	char excl[TIME_TEXT], incl[TIME_TEXT];
	size_t cnt = 0, i;

	if (!rows)
		return -ENOMEM;
	for (i = 0; i < p->sub_cnt; i++)
		rows[i].sub = p->subs[i];
	for (call = p->calls; call; call = call->hh.next)
		profile_counts_add(&rows[call->id.callee].counts, &call->counts);
	for (i = 0; i < p->sub_cnt; i++)
		cnt += p->subs[i]->called;
	qsort(rows, p->sub_cnt, sizeof(*rows), compare_subs);
	fprintf(out, "\nSubs by exclusive time\n%10s %10s", is_sampled(p) ? "samples" : "calls",
		"exclusive");
	term_put_wait_title(p, out);
	fprintf(out, " %10s", "inclusive");
	term_put_wait_title(p, out);
	fputs("  sub\n", out);
	for (i = 0; i < p->sub_cnt && i < o->top; i++) {
		if (!rows[i].sub->called)
			continue;
		fprintf(out, "%10llu %10s", (unsigned long long)rows[i].counts.cnt,
			time_text(rows[i].counts.excl_ns, excl));
		term_put_wait(p, rows[i].sub->wait_excl_ns, out);
		fprintf(out, " %10s", time_text(rows[i].counts.incl_ns, incl));
		term_put_wait(p, rows[i].sub->wait_incl_ns, out);
		fputs("  ", out);
		plain_print(rows[i].sub->name, out);
		if (rows[i].counts.rec_depth)
			fprintf(out, " (recursive, depth %u)", rows[i].counts.rec_depth);
		fprintf(out, "%s\n", rows[i].sub->xsub ? " (xsub)" : "");
	}
	if (cnt > o->top)
		fprintf(out, "%10s %zu more\n", "", cnt - o->top);
	return 0;
}

/* ---------------------------------------------------------------------- lines */

struct line_row {
	const struct profile_file *file;
	uint32_t line;
	struct profile_line counts;
};

static int compare_lines(const void *a, const void *b)
{
	const struct line_row *x = a, *y = b;

	if (x->counts.ns != y->counts.ns)
		return x->counts.ns < y->counts.ns ? 1 : -1;
	return x->file != y->file ? strcmp(x->file->name, y->file->name) :
				    (x->line > y->line) - (x->line < y->line);
}

/* The text of a line, without what is blank around it. */
static void put_source_line(FILE *out, const struct profile_file *file, uint32_t line)
{
	const char *p = file->source, *end;

	for (; p && line > 1; line--) {
		p = strchr(p, '\n');
		p = p ? p + 1 : NULL;
	}
	if (!p)
		return;
	p += strspn(p, " \t");
	end = p + strcspn(p, "\r\n");
	if (end - p > 60)
		end = p + 60;
	fputs("  ", out);
	plain_print_len(p, (size_t)(end - p), ' ', out);
}

static size_t collect_lines(const struct profile *p, struct line_row *rows)
{
	size_t cnt = 0, i;
	uint32_t line;

	for (i = 0; i < p->file_cnt; i++) {
		const struct profile_file *file = p->files[i];

		for (line = profile_next_line(file, 0); line != LINE_NONE;
		     line = profile_next_line(file, line + 1)) {
			if (rows)
				rows[cnt] =
					(struct line_row){ file, line, profile_line(file, line) };
			cnt++;
		}
	}
	return cnt;
}

static int put_lines(const struct profile *p, const struct writer_options *o, FILE *out)
{
	size_t cnt = collect_lines(p, NULL), i;
	struct line_row *rows __cleanup(free_ptr) = calloc(cnt + 1, sizeof(*rows));
	char time[TIME_TEXT], each[TIME_TEXT];

	if (!rows)
		return -ENOMEM;
	collect_lines(p, rows);
	qsort(rows, cnt, sizeof(*rows), compare_lines);
	fprintf(out, "\nLines by time\n%10s %10s", is_sampled(p) ? "samples" : "executed", "time");
	term_put_wait_title(p, out);
	fprintf(out, " %10s  %s\n", "each", "line");
	for (i = 0; i < cnt && i < o->top; i++) {
		const struct line_row *row = &rows[i];

		fprintf(out, "%10llu %10s", (unsigned long long)row->counts.cnt,
			time_text(row->counts.ns, time));
		term_put_wait(p, row->counts.wait_ns, out);
		fprintf(out, " %10s  ",
			time_text(row->counts.ns / (int64_t)(row->counts.cnt ? row->counts.cnt : 1),
				  each));
		plain_print(row->file->name, out);
		fprintf(out, ":%u", row->line);
		put_source_line(out, row->file, row->line);
		fputc('\n', out);
	}
	if (cnt > o->top)
		fprintf(out, "%10s %zu more\n", "", cnt - o->top);
	return 0;
}

static void put_totals(const struct profile *p, FILE *out)
{
	struct profile_totals totals;

	profile_totals(p, &totals);
	if (is_sampled(p))
		fprintf(out, " (pid %u): %llu samples on %llu lines, of %llu subs, %.3f s\n",
			p->pid, (unsigned long long)totals.stmts, (unsigned long long)totals.lines,
			(unsigned long long)totals.subs, p->end - p->start);
	else
		fprintf(out,
			" (pid %u): %llu statements on %llu lines, %llu calls of %llu subs, "
			"%.3f s\n",
			p->pid, (unsigned long long)totals.stmts, (unsigned long long)totals.lines,
			(unsigned long long)totals.sub_calls, (unsigned long long)totals.subs,
			p->end - p->start);
}

static void put_step(const struct profile *p, const char *name, FILE *out)
{
	const char *step = profile_attr(p, name);

	if (!step)
		return;
	fprintf(out, "stepped down at ");
	plain_print(step, out);
	fputc('\n', out);
}

int write_term(const struct profile *p, const struct writer_options *o, FILE *out)
{
	const char *application = profile_attr(p, "application"),
		   *lost = profile_attr(p, "agent_lost"),
		   *begin = profile_attr(p, "agent_lost_BEGIN_US"),
		   *waited = profile_attr(p, "agent_waited_us");
	struct profile_totals totals;
	int rc;

	profile_totals(p, &totals);
	plain_print(application ? application : "?", out);
	put_totals(p, out);
	if (lost && strtoull(lost, NULL, 10))
		fprintf(out, "not recorded: %llu events (see the attributes agent_lost_*)\n",
			strtoull(lost, NULL, 10));
	if (waited && strtoull(waited, NULL, 10) >= 1000)
		fprintf(out, "left out: %.3f s of waiting for a processor\n",
			strtod(waited, NULL) / 1e6);
	put_step(p, "agent_step_subs", out);
	put_step(p, "agent_step_sample", out);
	if (begin)
		fprintf(out, "not recorded: its first %.1f ms\n", strtod(begin, NULL) / 1e3);
	rc = term_put_wait_sums(p, out);
	if (!rc && (totals.sub_calls || term_has_waits(p)))
		rc = put_subs(p, o, out);
	if (!rc && (totals.lines || term_has_waits(p)))
		rc = put_lines(p, o, out);
	rc = rc ?: term_put_waits(p, o, out);
	if (!rc && p->source_cut)
		fprintf(out, "\nThe profile has more source than fits: the text of some lines is "
			     "missing\n");
	return rc;
}
