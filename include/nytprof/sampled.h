/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * Where a sampled process has its interpreters: user space finds out, the tick of the clock uses
 * it.
 */
#ifndef NYTPROF_SHARED_SAMPLED_H
#define NYTPROF_SHARED_SAMPLED_H

#include <linux/types.h>

#define SAMPLED_ENTRIES (1 << 16) /* processes */
#define SAMPLED_FILES	1024 /* names of perls: each container's root has its own */
#define SAMPLED_BUILDS	256

/* Entries of maps that are allocated at once. */
#define SAMPLE_HOT   (1 << 15) /* of statements and of calls, between two drains */
#define SAMPLE_PAGES (1 << 11) /* of calls that are open */

enum sampled_how {
	SAMPLED_GLOBALS, /* the one of an unthreaded perl: .at is the load bias */
	/* the one of a perl with MULTIPLICITY alone: .at is the address of PL_curinterp */
	SAMPLED_CURINTERP,
	SAMPLED_KEY, /* each thread's, by the pthread key PL_thr_key: .at is the address of that */
	SAMPLED_NOT, /* a child that is left out (forkdepth) */
};

struct sampled {
	__u32 build; /* as in struct settings */
	__u32 how; /* enum sampled_how */
	__u64 at;
	__s32 forkdepth; /* generations of children that are sampled; below 0: all */
	__u32 pad;
};

/* A program with a perl in it, as the kernel knows its file. */
struct sampled_file_key {
	__u64 ino;
	__u32 dev; /* 12 bits of major, 20 of minor number */
	__u32 pad;
};

struct sampled_file {
	__u32 build;
	__u32 how; /* as in struct sampled, */
	__u64 vaddr; /* and .at without the load bias */
	__u64 code_vaddr; /* of its first segment of code */
};

#endif
