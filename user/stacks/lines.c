// SPDX-License-Identifier: GPL-2.0-or-later
#include "stacks/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"
#include "profile/sub_ranges.h"
#include "stacks/stacks.h"

static size_t count_lines(const struct profile *p)
{
	size_t cnt = 0, i;
	uint32_t nr;

	for (i = 0; i < p->file_cnt; i++) {
		for (nr = profile_next_line(p->files[i], 0); nr != LINE_NONE;
		     nr = profile_next_line(p->files[i], nr + 1))
			cnt++;
	}
	return cnt;
}

static void add_file(struct stacks *s, const struct profile *p, const struct sub_ranges *r,
		     const struct profile_file *file)
{
	uint32_t nr;

	for (nr = profile_next_line(file, 0); nr != LINE_NONE;
	     nr = profile_next_line(file, nr + 1)) {
		const struct profile_sub *sub = sub_ranges_at(r, p, file, nr);

		s->lines[s->line_cnt++] = (struct stack_line){ .sub = sub ? sub->id : STACK_PROGRAM,
							       .fid = file->fid,
							       .line = nr,
							       .cnt = profile_line(file, nr).cnt };
	}
}

int stack_lines_add(struct stacks *s, const struct profile *p)
{
	struct sub_ranges *r;
	size_t i;

	if (s->hz)
		return 0;
	r = sub_ranges_new(p);
	s->lines = r ? calloc(count_lines(p) + 1, sizeof(*s->lines)) : NULL;
	for (i = 0; s->lines && i < p->file_cnt; i++)
		add_file(s, p, r, p->files[i]);
	sub_ranges_free(r);
	return s->lines ? 0 : -ENOMEM;
}

void stack_lines_subtract(struct stacks *s, const struct profile *p, const struct profile *old)
{
	const struct profile_file *file = NULL;
	uint32_t fid = 0;
	uint64_t was;
	size_t i;

	for (i = 0; i < s->line_cnt; i++) {
		struct stack_line *line = &s->lines[i];

		if (line->fid != fid) {
			fid = line->fid;
			file = profile_find_file(old, profile_find_fid(p, fid)->name);
		}
		was = file ? profile_line(file, line->line).cnt : 0;
		line->cnt -= was < line->cnt ? was : line->cnt;
	}
}
