/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Which processes are recorded.  Both sides can change this at any time. */
#ifndef NYTPROF_SHARED_FILTER_H
#define NYTPROF_SHARED_FILTER_H

#include <linux/types.h>

#define SWITCHERS_MAX (1 << 14) /* processes that change between C stacks */

/* Values of the map targets. */
#define TARGET_FOLLOWED 1
#define TARGET_REFUSED	2 /* user space does not want it; until it ends or becomes another program */

/* Whose interpreters are recorded; can change at any time. */
#define FILTER_UID    1
#define FILTER_COMM   2
#define FILTER_CGROUP 4
#define FILTER_LEVELS 16

struct filter {
	__u32 by; /* FILTER_* */
	__u32 uid;
	__u32 cgroup_levels; /* a bit for each depth at which there are groups in the map cgroups */
	__u32 pad;
	char comm[16];
};

#endif
