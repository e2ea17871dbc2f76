/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* --event=malloc: what the C library's allocator has given, and who asked for it. */
#ifndef NYTPROF_SHARED_MALLOC_H
#define NYTPROF_SHARED_MALLOC_H

#include <linux/types.h>

#include "nytprof/kevents.h"

#define MALLOC_LIVES  (1 << 20) /* allocations that are followed at once, of all processes */
#define MALLOC_PLACES (1 << 16) /* places whose stack is known when a free comes */

/*
 * Those that give memory, and the one that takes it. An allocation that is within another one, as in
 * realloc(), is the library's own.
 */
enum malloc_function {
	MALLOC_MALLOC,
	MALLOC_CALLOC,
	MALLOC_REALLOC,
	MALLOC_MEMALIGN,
	MALLOC_ALIGNED_ALLOC,
	MALLOC_POSIX_MEMALIGN,
	MALLOC_FREE,
	MALLOC_OF_PERL, /* not probed: who has it is a perl with an allocator of its own (malloc.c) */
	MALLOC_FUNCTIONS,
};

/* The cookie of a probe: the function, and above it the price of the trap in ns. */
#define MALLOC_COOKIE_FUNCTION 0xff
#define MALLOC_COOKIE_SHIFT    8

/* An address of a process; another program of the same process has other memory. */
struct malloc_key {
	__u64 at;
	__u32 tgid;
	__u32 mm;
};

/* What is there: its place is that of the line that has got it. */
struct malloc_live {
	struct kevent_key key;
	__u64 size; /* bytes, as they were asked for */
};

/* A call of a thread that has not returned. */
struct malloc_call {
	__u64 sp; /* 0: there is none */
	__u64 begun_ns;
	__u64 size;
	__u64 out; /* of posix_memalign: where the address will be */
	__u32 function;
	__u32 had; /* of realloc: what was there is .old */
	struct malloc_live old;
};

_Static_assert(sizeof(struct malloc_key) == 16, "no hidden padding");

#endif
