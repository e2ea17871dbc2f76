/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Constants of a loaded BPF object.  The verifier removes the code that they switch off. */
#ifndef NYTPROF_SHARED_SETTINGS_H
#define NYTPROF_SHARED_SETTINGS_H

#include <linux/types.h>

#define CLOCK_UNIT 4096

/* When the recording starts: NYTProf's option start. */
enum start {
	START_BEGIN,
	START_INIT, /* the INIT phase: all is compiled */
	START_END, /* the END phase */
	START_NO, /* when the program or the operator starts it */
};

struct settings {
	__u32 build; /* index of the perl build this object was loaded for */
	__u32 sites; /* which places are probed: a bit for each enum site_id */
	__u32 want_stmts; /* statements are recorded */
	__u32 want_blocks; /* statements are recorded with the lines of their block and sub */
	/* builtins are recorded as subs: 0: no, 1: as CORE::op, 2: as Package::CORE:op */
	__u32 slowops;
	/* the time behind a call or block goes to the statement that it interrupted */
	__u32 want_leave;
	__u32 want_source; /* the source of string evals is kept */
	/* each user has a budget, as users who do not trust each other are recorded */
	__u32 by_user;
	__u32 pid_level; /* depth of the agent's pid namespace, whose numbers are used, */
	__u32 pid_ns; /* and its inode number; processes outside of it are not recorded */
	__u32 only_targets; /* only the processes in the map targets are recorded */
	__u32 filtered; /* struct filter and TARGET_REFUSED exclude processes */
	/*
	 * price of a look at the clock when the traps were measured, in 1/CLOCK_UNIT ns; 0: unknown
	 */
	__u32 clock_cost;
	__u32 start; /* enum start */
	__s32 forkdepth; /* how many generations of children are recorded; below 0: all */
	__u32 boot_clock; /* CLOCK_BOOTTIME instead of CLOCK_MONOTONIC */
	/* when the probe of a statement is hit, PL_curcop already points to it */
	__u32 curcop_is_op;
	/*
	 * A call of a Perl sub is noticed at its first statement, and pp_entersub is not probed.
	 * Then also the numbers of two ops.
	 */
	__u32 enter_by_stmt;
	__u32 op_entersub;
	__u32 op_unstack;
	__u32 sees_lex; /* SITE_LEX is probed */
	__u32 empty; /* the probes do nothing, so that only the price of the trap remains */
	/*
	 * One program sees a builtin's entry and its return, and says at the entry whether the
	 * return is wanted (uprobe sessions).  Then also what a return costs.
	 */
	__u32 sessions;
	__u32 sql_sessions; /* the same for functions of database libraries */
	__u32 return_ns;
	/*
	 * What a builtin's probes take while it runs (the way out of the one at its entry, the way into
	 * the one at its return), and behind its return; 0: unknown
	 */
	__u32 inside_ns;
	__u32 behind_ns;
	__u32 sample_ns; /* the period of the ticks in sample mode; 0: another mode */
	__u32 sample_calls; /* the stacks are recorded there, */
	__u32 sample_own; /* and each statement's samples are kept by sub: see struct stmt_key */
	__u32 off_cpu; /* waits are recorded, */
	__u32 off_cpu_min_ns; /* those shorter than this without their place */
	/*
	 * calls of the subs in group_names are told apart by their argument of this number, from 1
	 * on; 0: none
	 */
	__u32 group_arg;
	__u32 group_cnt; /* names there */
	__u32 sql; /* statements for databases are recorded */
	__u32 bursts; /* only while a window is open: see CONTROL_BURST */
	__u32 kevents; /* KEVENT_BIT() of those that are counted */
	__u32 page_size; /* of the kernel, in bytes */
	__u64 slow_ns; /* calls that took longer are told when they end; 0: none */
	__u64 long_ns; /* sample mode: calls that are open for longer are told; 0: none */
};

#endif
