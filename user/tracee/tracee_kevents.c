// SPDX-License-Identifier: GPL-2.0-or-later
/* Events of the kernel, from the keys of the BPF side to the profile. */
#include <errno.h>
#include <sys/param.h>

#include "nytprof/kevents.h"
#include "nytprof/names.h"
#include "profile/kevents.h"
#include "profile/profile.h"
#include "tracee/tracee.h"
#include "tracee/tracee_file.h"

/* The outermost sub first, behind that of the program if its calls are all there. */
static int find_stack(struct tracee *t, struct names *names, uint32_t interp,
		      const struct kevent_value *value, uint32_t *nr)
{
	uint32_t i = MIN(value->depth, (uint32_t)KEVENT_STACK), id;
	const struct profile_sub *sub;
	int rc = 0;

	*nr = 0;
	if (!value->cut)
		i++;
	while (i-- && !rc) {
		id = i < MIN(value->depth, (uint32_t)KEVENT_STACK) ? value->subs[i] : SUB_RUNTIME;
		sub = tracee_sub_of(t, names, interp, id);
		rc = sub ? profile_kevent_stack(t->profile, *nr, sub->id, nr) : -ENOMEM;
		if (!*nr)
			break;
	}
	return rc;
}

static int find_place(struct tracee *t, struct names *names, const struct kevent_key *key,
		      struct kevent_in *in)
{
	const struct profile_sub *sub = tracee_sub_of(t, names, key->interp, key->sub);
	const struct tracee_file *file =
		key->file ? tracee_file_of(t, names, key->interp, key->file) : NULL;

	if (!sub || (key->file && !file))
		return -ENOMEM;
	in->sub = sub->id;
	if (file && key->line <= LINE_MAX_NR) {
		in->fid = file->file->fid;
		in->line = key->line ?: 1;
	}
	return 0;
}

int tracee_add_kevent(struct tracee *t, struct names *names, const struct kevent_key *key,
		      const struct kevent_value *value, const char *event, const char *detail)
{
	struct kevent_in in = { .event = event, .detail = detail };
	int rc = 0;

	if (key->sub == KEVENT_IN_PERL)
		in.where = KEVENT_AT_PERL;
	else if (key->sub == KEVENT_FLOOD)
		in.where = KEVENT_AT_FLOOD;
	else if (key->sub == KEVENT_UNKNOWN)
		in.where = KEVENT_AT_UNKNOWN;
	else
		rc = find_stack(t, names, key->interp, value, &in.stack) ?:
			     find_place(t, names, key, &in);
	return rc ?: profile_add_kevent(t->profile, &in, &value->sum);
}
