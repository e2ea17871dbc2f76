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

	snprintf(numbers, sizeof(numbers), "%u\t%.0f", e->windows, e->all_ns);
	remark_put_row(s, KEY_ALL, numbers, NULL, 0);
}

static void put_line(struct sink *s, const struct estimate *one)
{
	char numbers[64];

	snprintf(numbers, sizeof(numbers), "%u\t%.4g\t%.4g", one->id.nr, one->errors[ESTIMATE_CNT],
		 one->errors[ESTIMATE_NS]);
	remark_put_row(s, KEY_LINE, numbers, NULL, 0);
}

static void put_sub(struct sink *s, const struct profile_sub *sub, const struct estimate *one)
{
	const char *const texts[] = { sub->name };
	char numbers[64];

	snprintf(numbers, sizeof(numbers), "%.4g\t%.4g\t%.4g", one->errors[ESTIMATE_CNT],
		 one->errors[ESTIMATE_NS], one->errors[ESTIMATE_INCL]);
	remark_put_row(s, KEY_SUB, numbers, texts, 1);
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
			put_line(s, one);
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
			put_sub(s, p->subs[i], one);
	}
}

/* ---------------------------------------------------------------------- reading */

static int add_line(struct remark_reading *r, char *text)
{
	double errors[ESTIMATE_VALUES] = { 0 };
	uint32_t line;

	if (!r->file || sscanf(text, "%" SCNu32 "\t%lf\t%lf", &line, &errors[ESTIMATE_CNT],
			       &errors[ESTIMATE_NS]) != 3)
		return 0;
	return estimates_set(r->p, &(struct estimate_id){ r->file->fid, line }, errors);
}

static int add_sub(struct remark_reading *r, char *text)
{
	double errors[ESTIMATE_VALUES] = { 0 };
	struct profile_sub *sub;
	int at = 0;

	if (sscanf(text, "%lf\t%lf\t%lf\t%n", &errors[ESTIMATE_CNT], &errors[ESTIMATE_NS],
		   &errors[ESTIMATE_INCL], &at) != 3 ||
	    !at)
		return 0;
	remark_read_text(text + at);
	HASH_FIND_STR(r->p->subs_by_name, text + at, sub);
	return sub ? estimates_set(r->p, &(struct estimate_id){ 0, sub->id }, errors) : 0;
}

static int add_all(struct remark_reading *r, char *text)
{
	struct estimates *e;
	unsigned windows;
	double all_ns;

	if (sscanf(text, "%u\t%lf", &windows, &all_ns) != 2)
		return 0;
	e = estimates_make(r->p);
	if (!e)
		return -ENOMEM;
	e->windows = windows;
	e->all_ns = all_ns;
	return 0;
}

const struct remark_table estimate_records_table = {
	.file_key = KEY_FILE,
	.kinds = { { KEY_ALL, add_all }, { KEY_LINE, add_line }, { KEY_SUB, add_sub } },
	.row_size = sizeof(struct estimate),
};
