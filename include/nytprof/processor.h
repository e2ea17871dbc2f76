/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Where the processor was at the ticks of sample mode: in the kernel, or in code of a file. */
#ifndef NYTPROF_SHARED_PROCESSOR_H
#define NYTPROF_SHARED_PROCESSOR_H

#include <linux/types.h>

#define PROCESSOR_NAME	  40 /* with the NUL: longer names of files are cut */
#define PROCESSOR_ENTRIES (1 << 13) /* between two drains */

struct processor_key {
	__u32 interp;
	__u32 part;
	char name[PROCESSOR_NAME]; /* of the file, without its directory; or in brackets */
};

/* A mapping, as it was when it was asked for; .end 0: none. */
struct processor_range {
	__u64 start;
	__u64 end;
	char name[PROCESSOR_NAME];
};

#define PROCESSOR_RANGES 4 /* that an interpreter has used last: a power of two */

#endif
