/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Which processes are recorded. */
#ifndef NYTPROF_SHARED_FILTER_H
#define NYTPROF_SHARED_FILTER_H

#include <linux/types.h>

#define SWITCHERS_MAX (1 << 14) /* size of the map of processes that change C stacks */

/* Values of the map targets. */
#define TARGET_FOLLOWED 1
#define TARGET_REFUSED	2 /* the agent refuses it until it ends or executes another program */

/* Whose interpreters are recorded.  The agent can change this at any time. */
#define FILTER_UID    1
#define FILTER_COMM   2
#define FILTER_CGROUP 4
#define FILTER_LEVELS 16

struct filter {
	__u32 by; /* FILTER_* */
	__u32 uid;
	__u32 cgroup_levels; /* bit N: the map cgroups has groups at depth N */
	__u32 pad;
	char comm[16];
};

#endif
