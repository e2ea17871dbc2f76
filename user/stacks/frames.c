// SPDX-License-Identifier: GPL-2.0-or-later
#include "stacks/frames.h"

#include <errno.h>
#include <stdlib.h>

#include "stacks/stacks.h"
#include "profile/profile.h"

#define BESIDES 3u /* frames that are no subs */

static struct frame frame_of(const struct profile *p, const struct stack *stack)
{
	struct frame f = { .name = stack_name(p, stack) };
	const struct profile_sub *sub = stack->sub < p->sub_cnt ? p->subs[stack->sub] : NULL;

	if (sub && !sub->xsub) {
		f.file = profile_find_fid(p, sub->fid);
		f.line = sub->first;
	}
	return f;
}

/* By sub id, with what is no sub behind them. */
static size_t place_of(const struct profile *p, const struct stack *stack)
{
	return stack->sub < p->sub_cnt ? stack->sub : p->sub_cnt + (UINT32_MAX - stack->sub);
}

int frames_make(struct frames *f, const struct profile *p, const struct stacks *s)
{
	uint32_t *known = calloc(p->sub_cnt + BESIDES, sizeof(*known)), *place; /* index + 1 */
	size_t i;

	*f = (struct frames){ .all = calloc(p->sub_cnt + BESIDES, sizeof(*f->all)),
			      .of = calloc(s->cnt, sizeof(*f->of)) };
	if (!known || !f->all || !f->of) {
		free(known);
		frames_release(f);
		return -ENOMEM;
	}
	for (i = 0; i < s->cnt; i++) {
		place = &known[place_of(p, &s->all[i])];
		if (!*place) {
			f->all[f->cnt] = frame_of(p, &s->all[i]);
			*place = ++f->cnt;
		}
		f->of[i] = *place - 1;
	}
	free(known);
	return 0;
}

void frames_release(struct frames *f)
{
	free(f->all);
	free(f->of);
	*f = (struct frames){};
}

const char *frames_title(const struct profile *p)
{
	const char *application = profile_attr(p, "application");

	return application ? application : "perl";
}
