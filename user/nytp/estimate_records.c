// SPDX-License-Identifier: GPL-2.0-or-later
#include "nytp/estimate_records.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nytp/remark_text.h"
#include "profile/profile.h"
#include "records/sink.h"

#define KEY_ALL	 " agent_estimate="
#define KEY_FILE " agent_estimate_file="
#define KEY_LINE " agent_estimate_line="
#define KEY_SUB	 " agent_estimate_sub="

/* ---------------------------------------------------------------------- writing */

static void put_all(struct sink *s, const struct estimates *e)
{
	char numbers[64];

	snprintf(numbers, sizeof(numbers), "%u\t%.0f\t%.4g\t%.4g", e->windows, e->all_ns, e->doubt,
		 e->unknown);
	remark_put_row(s, KEY_ALL, numbers, NULL, 0);
}

/* All that one has, behind its line: NULL of a sub, which has a name. */
static void put_one(struct sink *s, const struct estimate *one, const char *name)
{
	const char *const texts[] = { name };
	const double *errors = one->errors, *totals = one->totals;
	char numbers[160];

	snprintf(numbers, sizeof(numbers), "%u\t%.6g\t%.4g\t%.6g\t%.4g\t%.6g\t%.4g",
		 name ? 0 : one->id.nr, totals[ESTIMATE_CNT], errors[ESTIMATE_CNT],
		 totals[ESTIMATE_NS], errors[ESTIMATE_NS], totals[ESTIMATE_INCL],
		 errors[ESTIMATE_INCL]);
	remark_put_row(s, name ? KEY_SUB : KEY_LINE, numbers, name ? texts : NULL, name ? 1 : 0);
}

static void put_lines(struct sink *s, const struct profile *p, const struct profile_file *file)
{
	const struct estimate *one;
	bool begun = false;
	uint32_t line;

	for (line = profile_next_line(file, 0); line != LINE_NONE;
	     line = profile_next_line(file, line + 1)) {
		one = estimates_find(p, file->fid, line);
		if (one && !begun)
			remark_put_file(s, KEY_FILE, p, file->fid);
		begun = begun || one;
		if (one)
			put_one(s, one, NULL);
	}
}

void estimate_records_put(struct sink *s, const struct profile *p)
{
	const struct estimate *one;
	size_t i;

	if (!p->estimates)
		return;
	put_all(s, p->estimates);
	for (i = 0; i < p->file_cnt; i++)
		put_lines(s, p, p->files[i]);
	for (i = 0; i < p->sub_cnt; i++) {
		one = p->subs[i]->called ? estimates_find(p, 0, p->subs[i]->id) : NULL;
		if (one)
			put_one(s, one, p->subs[i]->name);
	}
}

/* ---------------------------------------------------------------------- reading */

struct numbers {
	uint32_t line;
	double totals[ESTIMATE_VALUES];
	double errors[ESTIMATE_VALUES];
};

/* A file may say anything. */
static bool may_be(double number)
{
	return number >= 0 && number < 1e18;
}

static bool may_all_be(const double *numbers)
{
	int i;

	for (i = 0; i < ESTIMATE_VALUES; i++) {
		if (!may_be(numbers[i]))
			return false;
	}
	return true;
}

/* Returns where the text goes on behind the numbers; 0: they are not such ones. */
static int read_numbers(const char *text, struct numbers *n)
{
	int at = 0;

	*n = (struct numbers){ 0 };
	if (sscanf(text, "%" SCNu32 "\t%lf\t%lf\t%lf\t%lf\t%lf\t%lf%n", &n->line,
		   &n->totals[ESTIMATE_CNT], &n->errors[ESTIMATE_CNT], &n->totals[ESTIMATE_NS],
		   &n->errors[ESTIMATE_NS], &n->totals[ESTIMATE_INCL], &n->errors[ESTIMATE_INCL],
		   &at) != 7)
		return 0;
	return may_all_be(n->totals) && may_all_be(n->errors) ? at : 0;
}

static int add_line(struct remark_reading *r, char *text)
{
	struct numbers n;

	if (!r->file || !read_numbers(text, &n))
		return 0;
	return estimates_set(r->p, &(struct estimate_id){ r->file->fid, n.line }, n.totals,
			     n.errors);
}

static int add_sub(struct remark_reading *r, char *text)
{
	struct profile_sub *sub;
	struct numbers n;
	char *name = text + read_numbers(text, &n);

	if (name == text || *name++ != '\t')
		return 0;
	remark_read_text(name);
	HASH_FIND_STR(r->p->subs_by_name, name, sub);
	return sub ? estimates_set(r->p, &(struct estimate_id){ 0, sub->id }, n.totals, n.errors) :
		     0;
}

static int add_all(struct remark_reading *r, char *text)
{
	struct estimates *e;
	unsigned windows;
	double all_ns, doubt, unknown = 0;

	/* The last one is newer. */
	if (sscanf(text, "%u\t%lf\t%lf\t%lf", &windows, &all_ns, &doubt, &unknown) < 3 ||
	    !may_be(all_ns) || !may_be(doubt) || !may_be(unknown))
		return 0;
	e = estimates_make(r->p);
	if (!e)
		return -ENOMEM;
	e->windows = windows;
	e->all_ns = all_ns;
	e->doubt = doubt;
	e->unknown = unknown;
	return 0;
}

const struct remark_table estimate_records_table = {
	.file_key = KEY_FILE,
	.kinds = { { KEY_ALL, add_all }, { KEY_LINE, add_line }, { KEY_SUB, add_sub } },
	.row_size = sizeof(struct estimate),
};
