// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach/kevent_calls.h"

#include <stddef.h>
#include <sys/syscall.h>

#include "nytprof/kevents.h"
#include "waits/file_calls.h"

/* They return how many bytes they have moved. */
static const int bytes[] = { SYS_read,	   SYS_pread64,	 SYS_readv,	     SYS_preadv,
			     SYS_preadv2,  SYS_recvfrom, SYS_recvmsg,	     SYS_write,
			     SYS_pwrite64, SYS_writev,	 SYS_pwritev,	     SYS_pwritev2,
			     SYS_sendto,   SYS_sendmsg,	 SYS_sendfile,	     SYS_splice,
			     SYS_tee,	   SYS_vmsplice, SYS_copy_file_range };

static const int futex[] = {
	SYS_futex,
#ifdef SYS_futex_waitv
	SYS_futex_waitv,
#endif
};

static const int fcntl_calls[] = { SYS_fcntl };

static const int flock_calls[] = { SYS_flock };

static const int memory[] = { SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect };

/* uretprobe and uprobe (arch/x86/entry/syscalls/syscall_64.tbl, 6.18): no program makes them itself. */
static const int probe[] = {
#ifdef __x86_64__
	335,
	336,
#endif
};

static void mark(uint16_t calls[WAIT_CALLS], const int *nrs, size_t cnt, uint16_t as)
{
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (nrs[i] < (int)WAIT_CALLS)
			calls[nrs[i]] |= as;
	}
}

static void mark_files(uint16_t calls[WAIT_CALLS])
{
	size_t cnt, i;
	const struct file_call *all = file_calls(&cnt);

	for (i = 0; i < cnt; i++)
		mark(calls, &all[i].nr, 1, all[i].how);
}

void kevent_calls_fill(uint16_t calls[WAIT_CALLS])
{
	mark_files(calls);
	mark(calls, bytes, sizeof(bytes) / sizeof(bytes[0]), KEVENT_CALL_BYTES);
	mark(calls, futex, sizeof(futex) / sizeof(futex[0]), KEVENT_CALL_FUTEX | KEVENT_CALL_LOCK);
	mark(calls, flock_calls, sizeof(flock_calls) / sizeof(flock_calls[0]), KEVENT_CALL_LOCK);
	mark(calls, fcntl_calls, sizeof(fcntl_calls) / sizeof(fcntl_calls[0]), KEVENT_CALL_FCNTL);
	mark(calls, memory, sizeof(memory) / sizeof(memory[0]), KEVENT_CALL_MEMORY);
	mark(calls, probe, sizeof(probe) / sizeof(probe[0]), KEVENT_CALL_PROBE);
}
