/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What this kernel can do and what a probe costs on it, found out by doing it.
 */
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
	 * The pid filter of multi-uprobe links compares threads, so that a process's other threads are missed: before
	 * 6.6.35, 6.9.5 and 6.10.  Perf events are used then.
	 */
	bool multi_misses_threads;
	uint32_t trap_ns[PRICE_CNT]; /* what a hit takes outside of its handler; 0: can't be probed */
	uint32_t handler_ns; /* what one takes that does about what a statement's does, */
	uint32_t bare_ns; /* and a statement of the calibration's toy of a perl, without a probe */
	unsigned nop; /* a probed one costs a call instead of a trap: its bytes, 5 or 10; else 0 */
	/*
	 * What a program forks is killed by SIGSEGV at such a nop: the child's memory has the call, and not
	 * the page that is called (VM_DONTCOPY in arch/x86/kernel/uprobes.c of 6.18; mended in 7.2).
	 */
	bool nop_kills;
	/*
	 * Return probes kill a program with a seccomp filter, as those in containers have: a function that returns makes a
	 * system call then (uretprobe, from 6.11 on, x86-64; systemd/systemd #34615), which filters refuse unless the
	 * kernel does not ask them, as 6.18 does not.
	 */
	bool returns_kill;
	/*
	 * One program at the entry and at the return, which says at the entry whether the return is wanted (6.13): what
	 * must have no return probes can be left out, process by process.
	 */
	bool sessions;
	uint32_t pid_level; /* our pid namespace: depth, 0 is the host's, */
	uint32_t pid_ns; /* and inode number */
	uint32_t clock; /* what reading the clock took then, in 1/CLOCK_UNIT ns */
};

/* -EPERM and others with err set if no probe can be attached at all. */
int kernel_calibrate(struct kernel *kernel, struct error *err);

#endif
