/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads of the target's memory, and a count of those that failed.
 *
 * A page that is swapped out, or being migrated, cannot be read by a program: it may not wait for
 * it (bpf_probe_read_user gives EFAULT).  What was read is zero then, which looks like a name that
 * a sub has not, or a parser that does not run.  So each such failure is counted in one place.
 * Whoever has read something compares the count with what it was before: an event says that it
 * could not see all (LOSS_READ), and what was found by such reads is not kept.
 *
 * Only a failure writes here, and an event that needs no more than the interpreter's variables does
 * not look.  The count is the whole host's, so a failure of another process in the same microsecond
 * makes an event say more than it should, never less.
 */
#ifndef NYTPROF_PERL_MEMORY_BPF_H
#define NYTPROF_PERL_MEMORY_BPF_H

#include "kernel/kernel.bpf.h"

volatile __u64 faults;

/*
 * Nothing is ever mapped below this: such an address is a null pointer of perl's, and that it
 * cannot be read is no fault.
 */
#define FAULT_FROM 4096

static __always_inline void fault_note(void)
{
	__sync_fetch_and_add(&faults, 1);
}

static __always_inline void fault_count(u64 addr)
{
	if (addr >= FAULT_FROM)
		fault_note();
}

/*
 * A function of its own, and global: the verifier follows it once in a program, not behind each
 * read.
 */
__noinline int fault_at(u64 addr)
{
	fault_count(addr);
	return 0;
}

static __always_inline bool faulted_since(u64 before)
{
	return faults != before;
}

static __always_inline long user_read(void *dst, u32 size, u64 addr)
{
	long failed = bpf_probe_read_user(dst, size, (const void *)addr);

	if (failed)
		fault_at(addr);
	return failed;
}

/* A string with an end, and how long it is with that; 0 or less: it cannot be read. */
static __always_inline long user_read_str(void *dst, u32 size, u64 addr)
{
	long len = bpf_probe_read_user_str(dst, size, (const void *)addr);

	if (len <= 0)
		fault_at(addr);
	return len;
}

/* 0 if it can't be read.  Global functions, as fault_at. */
__noinline u64 user_u64(u64 addr)
{
	u64 val = 0;

	if (bpf_probe_read_user(&val, sizeof(val), (const void *)addr))
		fault_count(addr);
	return val;
}

__noinline u32 user_u32(u64 addr)
{
	u32 val = 0;

	if (bpf_probe_read_user(&val, sizeof(val), (const void *)addr))
		fault_count(addr);
	return val;
}

#endif
