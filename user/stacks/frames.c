// SPDX-License-Identifier: GPL-2.0-or-later
#include "stacks/frames.h"

#include <errno.h>
#include <stdlib.h>

#include "profile/profile.h"
#include "stacks/events.h"
#include "stacks/lines.h"
#include "stacks/stacks.h"

static struct frame frame_of(const struct profile *p, uint32_t id)
{
	struct frame f = { .name = stack_sub_name(p, id) };
	const struct profile_sub *sub = id < p->sub_cnt ? p->subs[id] : NULL;

	if (sub && !sub->xsub) {
		f.file = profile_find_fid(p, sub->fid);
		f.line = sub->first;
	}
	return f;
}

/* known: frames by sub id, with what is no sub behind them; index + 1. */
static uint32_t find_frame(struct frames *f, const struct profile *p, uint32_t sub, uint32_t *known)
{
	uint32_t *place = &known[sub < p->sub_cnt ? sub : p->sub_cnt + (UINT32_MAX - sub)];

	if (!*place) {
		f->all[f->cnt] = frame_of(p, sub);
		*place = ++f->cnt;
	}
	return *place - 1;
}

int frames_make(struct frames *f, const struct profile *p, const struct stacks *s)
{
	const size_t event_cnt = s->events ? s->events->tree.cnt : 0;
	uint32_t *known = calloc(p->sub_cnt + STACK_BESIDES, sizeof(*known));
	size_t i;

	*f = (struct frames){ .all = calloc(p->sub_cnt + STACK_BESIDES, sizeof(*f->all)),
			      .of = calloc(s->cnt, sizeof(*f->of)),
			      .of_lines = calloc(s->line_cnt + 1, sizeof(*f->of_lines)),
			      .of_events = calloc(event_cnt + 1, sizeof(*f->of_events)) };
	if (!known || !f->all || !f->of || !f->of_lines || !f->of_events) {
		free(known);
		frames_release(f);
		return -ENOMEM;
	}
	for (i = 0; i < s->cnt; i++)
		f->of[i] = find_frame(f, p, s->all[i].sub, known);
	for (i = 0; i < s->line_cnt; i++)
		f->of_lines[i] = find_frame(f, p, s->lines[i].sub, known);
	for (i = 0; i < event_cnt; i++)
		f->of_events[i] = find_frame(f, p, s->events->tree.all[i].sub, known);
	free(known);
	return 0;
}

void frames_release(struct frames *f)
{
	free(f->all);
	free(f->of);
	free(f->of_lines);
	free(f->of_events);
	*f = (struct frames){};
}

const char *frames_title(const struct profile *p)
{
	const char *application = profile_attr(p, "application");

	return application ? application : "perl";
}
