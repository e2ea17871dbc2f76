/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What this kernel can do, and what a probe costs on it, found by trying. */
#ifndef NYTPROF_ATTACH_CALIBRATE_H
#define NYTPROF_ATTACH_CALIBRATE_H

#include <stdbool.h>
#include <stdint.h>

#include "attach/links.h"
#include "perl/perl_image.h"

struct error;

struct kernel {
	enum link_kind links;
	/*
	 * The pid filter of multi-uprobe links compares threads before 6.6.35, 6.9.5 and 6.10. It
	 * then misses a process's other threads, and perf events are used.
	 */
	bool multi_misses_threads;
	uint32_t trap_ns[PRICE_CNT]; /* cost of a hit outside of its handler; 0: can't be probed */
	/*
	 * The two prices of a function with a probe at its entry and one at its return, together,
	 * are spent while it runs and behind it: a return need not trap, as one by a system call
	 * (uretprobe, x86-64, from 6.11 on). 0: unknown.
	 */
	uint32_t inside_ns;
	uint32_t behind_ns;
	uint32_t handler_ns; /* cost of a handler that does about as much as a statement's, */
	uint32_t bare_ns; /* and of a statement of the toy perl without a probe */
	unsigned nop; /* bytes of nops where a probe costs a call instead of a trap: 5 or 10; else 0 */
	/*
	 * At such a nop SIGSEGV kills what a program forks. The child's memory has the call, but
	 * not the page that it calls (VM_DONTCOPY in arch/x86/kernel/uprobes.c of 6.18; fixed in
	 * 7.2).
	 */
	bool nop_kills;
	/*
	 * Return probes kill a program with a seccomp filter, such as those of containers. A probed
	 * function makes a system call when it returns (uretprobe, from 6.11 on, x86-64;
	 * systemd/systemd #34615). Filters refuse it unless the kernel exempts it, as 6.18 does.
	 */
	bool returns_kill;
	/*
	 * Uprobe sessions (6.13): one program at the entry and at the return. At the entry it says
	 * whether it wants the return, so single processes can be spared return probes.
	 */
	bool sessions;
	uint32_t pid_level; /* the agent's pid namespace: its depth (0: the host's), */
	uint32_t pid_ns; /* and inode number */
	uint32_t clock; /* cost of reading the clock, in 1/CLOCK_UNIT ns */
};

/* -EPERM and others with err set if no probe can be attached at all. */
int kernel_calibrate(struct kernel *kernel, struct error *err);

#endif
