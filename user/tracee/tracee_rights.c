// SPDX-License-Identifier: GPL-2.0-or-later
/* The rights of a process when a part of it ended, or when it chose a file. */
#include "inspect/roots.h"
#include "target/process.h"
#include "tracee/tracee.h"

const char *tracee_why_astray(struct tracee *t, const struct part *part)
{
	enum label label = label_of((pid_t)t->tgid);
	struct place_id root;

	if (label != LABEL_UNKNOWN)
		t->label = label;
	if (t->root < 0 || !place_id_of(t->root, &root) || !place_id_equal(&root, &part->root))
		return "it has changed its root directory";
	if (!creds_are_plain(&part->creds))
		return "it is a set-user-ID program, or its rights are not known";
	if (t->label != LABEL_FREE)
		return "a security module may confine it";
	return creds_confined_by(&part->creds);
}

static void add_last(struct tracee *t, const struct creds *last)
{
	if (!(last->flags & CREDS_KNOWN))
		return;
	creds_lessen(&t->creds, last);
	t->creds_to_end = true;
}

/* That it is this process is asked last: then /proc told of this one before. */
void tracee_note_rights(struct tracee *t, const struct interp *in)
{
	struct creds now;
	bool known;

	if (t->end == END_EXIT || t->end == END_EXEC)
		return;
	known = creds_of((pid_t)t->tgid, &now) &&
		process_tick(t->task_start) == process_start((pid_t)t->tgid);
	if (!known && in && in->end != END_NONE) {
		now = creds_at_end(in);
		known = true;
	}
	if (known)
		add_last(t, &now);
	else if (!t->creds_to_end)
		t->creds.flags &= ~(uint32_t)CREDS_KNOWN;
}

void tracee_add_part(struct tracee *t, const struct part *part, const struct part *before)
{
	const int64_t probes_ns = (int64_t)(part->overhead_ns - before->overhead_ns),
		      waited_ns = (int64_t)(part->waited_ns - before->waited_ns);
	const struct price price = { (int64_t)(part->end_ns - before->end_ns) - probes_ns -
					     waited_ns,
				     probes_ns, waited_ns };

	add_last(t, &part->last);
	t->events += part->events - before->events;
	price_add(&t->price, &price);
	if (part->end_ns > t->end_ns)
		t->end_ns = part->end_ns;
}

void tracee_price_so_far(const struct interp *in, uint64_t now_ns, struct price *price)
{
	price->probes_ns = (int64_t)in->overhead_ns;
	price->waited_ns = (int64_t)in->waited_ns;
	price->program_ns = (int64_t)(now_ns - in->start_ns) - price->probes_ns - price->waited_ns;
}

void window_times_add(struct window_times *sum, const struct window_times *add)
{
	sum->own_ns += add->own_ns;
	sum->slept_ns += add->slept_ns;
	sum->probes_ns += add->probes_ns;
}

void tracee_add_interp(struct tracee *t, const struct interp *in)
{
	int i;

	const struct creds last = creds_at_end(in);

	add_last(t, &last);
	t->seeded += in->seeded;
	t->no_returns |= in->no_returns;
	t->torn += in->torn;
	window_times_add(&t->windows, &in->windows);
	t->end = (enum interp_end)in->end;
	for (i = 0; i < LOSS_CNT; i++)
		t->lost[i] += in->lost[i];
}
