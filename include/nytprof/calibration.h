/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* What bpf/calibrate.bpf.c adds up for attach/calibrate.c. */
#ifndef NYTPROF_SHARED_CALIBRATION_H
#define NYTPROF_SHARED_CALIBRATION_H

#include <linux/types.h>

#define PACE_EVERY	   8 /* events: then the clock is looked at twice more, see bpf/clock/clock.bpf.h */

#define CALIBRATION_RETURN (1ull << 63) /* in the cookie: this is a return */

struct calibration {
	__u64 hits;
	__u64 base; /* as of an interpreter, at the last one */
	__u64 inside_ns; /* between the handler's two looks at the clock */
	__u64 left_ns; /* its second look, at the last hit */
	__u64 returns_ns; /* from a handler at an entry to the one at the return, */
	__u64 return_cnt; /* that many times, */
	__u64 return_least; /* and the least of all */
	__u64 clock_ns; /* of looks at the clock, */
	__u64 clock_cnt; /* that many */
	__u32 tid; /* who hit last */
	__u32 pid_level; /* its pid namespace: depth, 0 is the host's, */
	__u32 pid_ns; /* and inode number */
	__u32 pad;
	__u64 entries; /* of the session, */
	__u64 returns; /* and what it was told of them */
};

#endif
