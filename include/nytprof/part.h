/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
#ifndef NYTPROF_SHARED_PART_H
#define NYTPROF_SHARED_PART_H

#include <linux/types.h>

#include "nytprof/rights.h"

/*
 * A program can have what it does recorded in one profile after the other.  Each is a part of its
 * interpreter's life, from 0 on; what is counted has the part in its key.  The agent takes the
 * entry of a part that has ended out when its file is written.
 */
struct part_key {
	__u32 interp;
	__u32 part;
};

struct part {
	__u64 start_ns;
	__u64 end_ns; /* 0: goes on */
	__u64 events; /* probe hits from the interpreter's begin to the part's end */
	__u64 overhead_ns; /* likewise */
	__u64 waited_ns; /* likewise */
	struct place_id root; /* whose output it is to be: its root directory, */
	struct creds creds; /* and its rights, when it said so */
	struct creds last; /* and at the part's end, unknown if that is the interpreter's */
	__u32 opened; /* or nobody wants it; a part 0 without an entry is */
	__u32 file; /* string ids of the output's name, 0: that of the recording, */
	__u32 cwd; /* and of the directory where it was given */
	__u32 pad;
};

_Static_assert(sizeof(struct part) == 176, "no hidden padding");

#endif
