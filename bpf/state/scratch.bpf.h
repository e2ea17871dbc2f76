/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The memory in which a name is read, hashed and made a sub. */
#ifndef NYTPROF_STATE_SCRATCH_BPF_H
#define NYTPROF_STATE_SCRATCH_BPF_H

#include "nytprof/caches.h"
#include "nytprof/events.h"
#include "nytprof/limits.h"
#include "nytprof/names.h"
#include "kernel/kernel.bpf.h"
#include "state/state.bpf.h"

/*
 * Where names are read to and hashed; by interp id, as a handler can be preempted.
 * Laid out as the parts of a string follow each other in the strings map.
 */
struct scratch {
	u64 hash[2];
	u32 len;
	u32 flags;
	char buf[STRING_MAX + STRING_PART];
	u32 eval_subs; /* that were given an id; not scratch, but wanted where this is at hand, */
	u32 group_values; /* likewise: that were new; see names/group.bpf.h */
	u32 pad;
	/* likewise: 1 when it was given, and one more for each time that was waited for it */
	u32 alarm;
	u64 walk[5]; /* struct path_walk */
	struct sub_lines no_cop; /* of the sub without a statement that was compiled last */
	struct { /* of a sub that is looked at */
		struct sub sub;
		struct sv_head sv;
		struct sv_head gv;
		struct cv_body body;
		struct cop cop;
		struct alarm alarm;
	} work;
};

_Static_assert(offsetof(struct scratch, buf) == offsetof(struct string_head, data),
	       "a scratch begins with a string's head");

#endif
