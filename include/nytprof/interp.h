/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* Interpreters, as the agent sees them. */
#ifndef NYTPROF_SHARED_INTERP_H
#define NYTPROF_SHARED_INTERP_H

#include <linux/types.h>

#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "nytprof/rights.h"

enum interp_end {
	END_NONE, /* runs */
	END_EXIT, /* its process or thread ended */
	END_EXEC,
	END_FREE, /* perl_free */
	END_STOP, /* it goes on, the agent does not */
	END_UNSEEN, /* the agent found its process gone: the kernel had not told of the end */
};

/* What an interpreter had in the windows of a burst, so far: see bpf/clock/own.bpf.h. */
struct window_times {
	__u64 own_ns; /* time of its own */
	__u64 slept_ns; /* time of statements in which it slept */
	__u64 probes_ns;
};

#define OWN_ASLEEP  (~0ull) /* instead of the number of a task's sleeps: it sleeps now */

#define WINDOW_NONE 0 /* it had no event in the last window, */
#define WINDOW_RUNS 1 /* or has not used its time there up, */
#define WINDOW_USED 2 /* or has */

/* What is known of an interpreter.  The entry stays until the agent has read it. */
struct interp {
	__u32 filled; /* written last; while it is 0 the entry does not count */
	__u32 part; /* the part that it is in */
	__u64 base; /* my_perl; unthreaded: the load bias */
	/* start of the process, CLOCK_BOOTTIME; with tgid it names a process */
	__u64 task_start_ns;
	/* of the process's image: the kernel's count of its execs, which a child inherits */
	__u64 exec_id;
	__u64 cgroup; /* id of its control group at the first event, 0: unknown */
	__u64 start_ns; /* CLOCK_MONOTONIC of the first event, or of the fork */
	__u64 end_ns;
	__u64 events; /* probe hits */
	__u64 overhead_ns;
	/* time that it was ready to run without a processor; in no statement and no call */
	__u64 waited_ns;
	__u32 tgid;
	__u32 ppid;
	__u32 uid;
	__u32 gid;
	__u32 user; /* the user who is charged for it: see current_user() */
	__u32 build;
	__u32 end; /* enum interp_end */
	__u32 exit_code;
	__u32 forked_from; /* interp id, 0: none */
	__u32 cloned_from; /* id of the interpreter that it may be a clone of, 0: none, */
	__u32 eval_seq; /* and the number of the last string eval that it has from there */
	__u32 seeded; /* calls that were under way at the first event */
	__u32 args_len;
	__u32 paused; /* PAUSED_* */
	__u32 under_way; /* a statement of the last window was, when that was noted; */
	__u32 window; /* WINDOW_*, likewise */
	struct window_times windows;
	__u32 family; /* see struct cwd_key; 0: its own */
	__u32 mnt_ns; /* inode number of its mount namespace, */
	__u32 cwd_at;
	struct place_id root; /* and its root directory: they say what file names mean */
	struct place_id stdin_id; /* its stdin at the first event */
	struct creds creds; /* at the first event; a child's: its parent's */
	struct creds last; /* at the end, unknown if it goes on */
	__u32 own_pid; /* as the process itself has it: in a container another number */
	__u32 claimed; /* somebody is ending it, and nobody else may */
	/* it has ended, but not all of its calls are counted yet: see shadow_end() */
	__u32 unclosed;
	__u32 no_returns; /* returns of its builtins were not watched: see the map switchers */
	/* samples at which perl was making or ending the innermost call, which was left out */
	__u32 torn;
	__u32 lost[LOSS_CNT];
	char comm[16];
	char args[ARGS_MAX]; /* NUL-separated */
	char cwd[CWD_MAX + 256]; /* from cwd_at to CWD_MAX, without a terminator; empty: unknown */
};

/* Why an interpreter is not recorded at the moment. */
#define PAUSED_START	1 /* its start phase has not come */
#define PAUSED_PROGRAM	2 /* the program said so */
#define PAUSED_OPERATOR 4 /* the operator of the agent said so */

/* What the operator says. */
struct control {
	__u32 off;
	__u32 started; /* do not wait for the start phase */
	/* of CONTROL_BURST, in ns of the wall clock: */
	__u32 window; /* number of the last window, from 1 on; 0: there was none yet; */
	__u32 own_ns; /* how much time of its own each program has there; */
	__u64 opened_ns; /* since then it is open, */
	__u64 closed_ns; /* and since then it is not; 0: it is open; */
	__u64 at_ns; /* since then the probes go, and some are missing; 0: all are there */
};

#define CONTROL_OPERATOR 0
#define CONTROL_BURST	 1 /* .off: no window is open, see user/governor/burst.h */
#define CONTROLS	 2

#endif
