/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* What a BPF object is loaded with: constants, by which the verifier leaves out what is not wanted. */
#ifndef NYTPROF_SHARED_SETTINGS_H
#define NYTPROF_SHARED_SETTINGS_H

#include <linux/types.h>

#define CLOCK_UNIT 4096

/* From when on it is recorded: NYTProf's option start. */
enum start {
	START_BEGIN,
	START_INIT, /* the INIT phase: all is compiled */
	START_END, /* the END phase */
	START_NO, /* until somebody says so */
};

struct settings {
	__u32 build; /* index of the perl build this object was loaded for */
	__u32 want_stmts; /* statements are recorded */
	__u32 want_blocks; /* with the lines of the block and the sub around them */
	__u32 slowops; /* 0: no calls, 1: of CORE::op, 2: of Package::CORE:op */
	__u32 want_leave; /* statements go on behind what interrupted them */
	__u32 want_source; /* that of string evals is kept */
	__u32 by_user; /* users who do not trust each other are recorded: each has a budget */
	__u32 pid_level; /* pids are those of the agent's namespace: its depth, */
	__u32 pid_ns; /* and inode number; a process that is not in it is nobody's */
	__u32 only_targets; /* only the processes in targets, not all that hit a probe */
	__u32 filtered; /* not those that struct filter leaves out, nor TARGET_REFUSED */
	__u32 trap_ns; /* what a trap takes, for comparison */
	__u32 clock_cost; /* what reading it took when the traps were measured, in 1/CLOCK_UNIT ns; 0: unknown */
	__u32 start; /* enum start */
	__s32 forkdepth; /* generations of children that are recorded; below 0: all */
	__u32 boot_clock; /* CLOCK_BOOTTIME instead of CLOCK_MONOTONIC */
	__u32 curcop_is_op; /* where a statement begins, PL_curcop is it already */
	/*
	 * A call of a Perl sub is noticed at its first statement, and pp_entersub is not probed.  Then also
	 * the numbers of two ops.
	 */
	__u32 enter_by_stmt;
	__u32 op_entersub;
	__u32 op_unstack;
	__u32 sees_lex; /* SITE_LEX is probed */
	__u32 empty; /* the probes do nothing: what is left is what a trap costs */
	/*
	 * One program sees a builtin's entry and its return, and says at the entry whether the return is wanted (uprobe
	 * sessions).  Then also what a return costs.
	 */
	__u32 sessions;
	__u32 return_ns;
};

#endif
