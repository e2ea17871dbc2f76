// SPDX-License-Identifier: GPL-2.0-or-later
#include "figures/sums.h"

#include <stdlib.h>

#include "util/saturate.h"

#define EVAL_DEPTH_MAX 64 /* a circle of evals would be a damaged profile */

struct profile_counts *sub_sums(const struct profile *p)
{
	struct profile_counts *sums = calloc(p->sub_cnt + 1, sizeof(*sums));
	const struct profile_call *call;

	for (call = p->calls; sums && call; call = call->hh.next)
		profile_counts_add(&sums[call->id.callee], &call->counts);
	return sums;
}

const struct profile_file *place_in_file(const struct profile *p, const struct profile_file *file,
					 uint32_t *line)
{
	const struct profile_file *outer;
	int depth;

	for (depth = 0; file->eval_fid && depth < EVAL_DEPTH_MAX; depth++) {
		outer = profile_find_fid(p, file->eval_fid);
		if (!outer)
			break;
		*line = file->eval_line;
		file = outer;
	}
	return file;
}

static void add_file(struct file_sum *sum, const struct profile_file *file)
{
	uint32_t nr;

	for (nr = profile_next_line(file, 0); nr != LINE_NONE;
	     nr = profile_next_line(file, nr + 1)) {
		struct profile_line line = profile_line(file, nr);

		sum->lines += line.cnt > 0;
		saturate_cnt(&sum->stmts, line.cnt);
		saturate_ns(&sum->ns, line.ns);
		saturate_ns(&sum->wait_ns, line.wait_ns);
	}
}

struct file_sum *file_sums(const struct profile *p, bool with_evals)
{
	struct file_sum *sums = calloc(p->file_cnt + 1, sizeof(*sums));
	size_t i;

	for (i = 0; sums && i < p->file_cnt; i++) {
		const struct profile_file *file = p->files[i];
		uint32_t line;

		sums[i].file = file;
		if (with_evals)
			file = place_in_file(p, file, &line);
		add_file(&sums[file->fid - 1], p->files[i]);
	}
	return sums;
}
