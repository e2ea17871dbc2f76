// SPDX-License-Identifier: GPL-2.0-or-later
/* Other probes take the place of those that cost too much. */
#include "probes/probes.h"

#include <errno.h>

#include "nytprof/interp.h"
#include "options/options.h"
#include "probes/probes_parts.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/sched_state.h"

struct subject detail_subject(const struct probes *a, const struct interp *in)
{
	const pid_t pid = (pid_t)in->tgid;

	return (struct subject){ .pid = members_find(&a->members, pid) ? pid : 0,
				 .build = in->build };
}

static void take_away(struct probes *a, const struct subject *s)
{
	int image;

	pthread_mutex_lock(&a->lock);
	for (image = 0; image < a->cnt; image++) {
		struct object *object = a->objects[a->object_of[image]];

		if (s->pid)
			object_detach_process(object, s->pid);
		else if (a->images[image] && a->object_of[image] == (int)s->build)
			object_detach_image(object, a->images[image]);
	}
	pthread_mutex_unlock(&a->lock);
}

static int give_to_process(struct probes *a, struct member *m, struct error *err)
{
	int image, rc = 0;

	for (image = 0; image < a->cnt && !rc; image++) {
		if (m->images[image])
			rc = probes_attach_at(a, image, m->pid, -1, err);
	}
	return rc;
}

static int give_to_build(struct probes *a, unsigned build, struct error *err)
{
	int image, i, rc = 0;

	for (i = 0; i < a->whole_cnt && !rc; i++) {
		image = a->whole_images[i];
		if (a->images[image] && a->object_of[image] == (int)build)
			rc = probes_attach_at(a, image, 0, a->whole_fds[i], err);
	}
	for (image = 0; image < a->cnt && !rc; image++) {
		if (a->images[image] && a->object_of[image] == (int)build && a->since[image])
			rc = probes_attach_at(a, image, 0, -1, err);
	}
	return rc;
}

int detail_lower(struct probes *a, const struct subject *s, enum detail to, uint64_t *at_ns,
		 void (*cut)(uint64_t at_ns, void *arg), void *arg, struct error *err)
{
	struct member *m = s->pid ? members_find(&a->members, s->pid) : NULL;

	if (s->pid && !m)
		return error_set(err, ESRCH, "process %d has ended", s->pid);
	*at_ns = clock_ns(a->options->nytprof.clock);
	take_away(a, s);
	cut(*at_ns, arg);
	if (!m) {
		a->details[s->build] = to;
		return give_to_build(a, s->build, err);
	}
	m->detail = to;
	return give_to_process(a, m, err);
}

void detail_off(struct probes *a)
{
	int i;

	pthread_mutex_lock(&a->lock);
	a->off = true;
	for (i = 0; i < a->object_cnt; i++)
		object_detach_perls(a->objects[i]);
	pthread_mutex_unlock(&a->lock);
}

int detail_on(struct probes *a, struct error *err)
{
	unsigned build;
	size_t i;
	int rc = 0;

	a->off = false;
	members_drop_ended(&a->members, NULL, NULL);
	for (i = 0; i < a->members.cnt && !rc; i++) {
		rc = give_to_process(a, &a->members.all[i], err);
		if (rc == -ESRCH)
			rc = 0; /* it has just ended */
	}
	for (build = 0; build < (unsigned)a->object_cnt && !rc; build++)
		rc = give_to_build(a, build, err);
	return rc;
}

void detail_window_interp(struct probes *a, const struct interp *in)
{
	const struct sched_state main_thread = sched_state((pid_t)in->tgid);

	object_window_interp(a->objects[0], in->base, in->tgid, clock_ns(a->options->nytprof.clock),
			     &main_thread);
}

void detail_cut_interp(struct probes *a, const struct interp *in, uint64_t at_ns, bool ends)
{
	object_cut_interp(a->objects[0], in->base, in->tgid, at_ns,
			  sched_delay_ns((pid_t)in->tgid));
	if (ends)
		probes_close_interp(a, in, END_STOP);
}
