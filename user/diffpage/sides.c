// SPDX-License-Identifier: GPL-2.0-or-later
#include "diffpage/sides.h"

#include "diff/diff.h"
#include "diff/flame.h"
#include "diffpage/changes.h"
#include "diffpage/diffpage.h"
#include "html/head.h"
#include "html/text.h"
#include "profile/profile.h"

#define NAMES_MAX 10u /* of files that are listed */

/* The mean of the runs. */
static int64_t wall_ns(const struct diff_side *side)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < side->run_cnt; i++)
		sum += (double)head_wall_ns(side->runs[i]) / (double)side->run_cnt;
	return diffpage_whole(sum);
}

static void put_names(const struct diff_side *side, char *const *names, FILE *out)
{
	size_t i;

	head_begin_fact(side->run_cnt > 1 ? "files" : "file", out);
	for (i = 0; i < side->run_cnt && i < NAMES_MAX; i++) {
		fputs(i ? ", " : "", out);
		html_put(names[i], out);
	}
	if (i < side->run_cnt)
		fprintf(out, " and %zu more", side->run_cnt - i);
	head_end_fact(out);
}

static void put_side(const char *title, const struct diff_side *side, char *const *names,
		     const struct stacks *s, FILE *out)
{
	const struct profile *p = diff_side_head(side);

	fprintf(out, "<div><h2>%s</h2>\n<dl class=\"facts small\">\n", title);
	put_names(side, names, out);
	head_put_time(side->run_cnt > 1 ? "wall time, mean" : "wall time", wall_ns(side), out);
	fputs("</dl>\n", out);
	head_put_facts(p, s, 0, out);
	head_put_warnings(p, s, NULL, out);
	fputs("</div>\n", out);
}

static void put_noise(const struct diff *d, FILE *out)
{
	fputs("<p class=\"remark\">A change is the new time less the old one. ", out);
	if (diff_knows_noise(d))
		fputs(DIFFPAGE_NOISE
		      ": the change is not larger than what the profiles of one side "
		      "differ by, or than samples differ by chance.",
		      out);
	else
		fputs("What is noise is not known: give several profiles for each side.", out);
	fputs("</p>\n", out);
}

/* Of what: of all statements, or of all subs. */
static void put_totals(const struct diff *d, FILE *out)
{
	fprintf(out, "<p>Time of %s%s</p>\n<dl class=\"facts sum\">\n", d->total.name,
		d->run_cnt[0] + d->run_cnt[1] > 2 ? ", mean of one run" : "");
	head_put_time("old", diffpage_whole(d->total.old.ns), out);
	head_put_time("new", diffpage_whole(d->total.new.ns), out);
	head_begin_fact("change", out);
	diffpage_put_change(&d->total, out);
	head_end_fact(out);
	head_begin_fact("percent", out);
	diff_put_percent(&d->total, out);
	if (d->total.noise)
		fputs(DIFFPAGE_NOISE, out);
	head_end_fact(out);
	fputs("</dl>\n", out);
}

void sides_put(const struct diff_page *page, FILE *out)
{
	put_totals(page->diff, out);
	fputs("<div class=\"columns\">\n", out);
	put_side("Old", page->old, page->old_names, &page->stacks->old, out);
	put_side("New", page->new, page->new_names, &page->stacks->new, out);
	fputs("</div>\n", out);
	put_noise(page->diff, out);
}
