/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Tracepoints of the kernel that --event names. Their number is their place in the array. */
#ifndef NYTPROF_SHARED_TRACEPOINTS_H
#define NYTPROF_SHARED_TRACEPOINTS_H

#include <linux/types.h>

#define TRACEPOINTS_MAX	    16
#define TRACEPOINT_PREFIX   "tracepoint:"
#define TRACEPOINT_NAME_MAX 100

struct tracepoint {
	char name[TRACEPOINT_NAME_MAX + 1]; /* CATEGORY:NAME */
	__u32 id; /* of the running kernel; 0: not known yet */
};

#endif
