/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The state of an interpreter between two events, and the memory in which an event is worked on.
 *
 * That memory is not on the stack: on older kernels (6.1) a program and all functions it calls have
 * 512 bytes of that together (verifier: "combined stack size of N calls is ... Too large").
 */
#ifndef NYTPROF_STATE_STATE_BPF_H
#define NYTPROF_STATE_STATE_BPF_H

#include "nytprof/caches.h"
#include "nytprof/counts.h"
#include "nytprof/frames.h"
#include "nytprof/interp.h"
#include "nytprof/processor.h"
#include "nytprof/names.h"
#include "kernel/kernel.bpf.h"

/*
 * In every version si_cxstack, si_prev, si_next, si_cxix and si_cxmax follow each
 * other (cop.h, struct stackinfo, 5.14 to 5.44), so one read gets them.  Since 5.32
 * si_cxsubix comes next; before, that is si_type.
 */
struct si_head {
	u64 cxstack;
	u64 prev;
	u64 next;
	s32 cxix;
	s32 cxmax;
	s32 cxsubix; /* innermost context of a sub, format or eval */
	u32 pad;
};

/* Where an interpreter is: its position in the program and in its stacks. */
struct at {
	u64 op; /* PL_op */
	u64 curcop; /* PL_curcop */
	u64 sp; /* PL_stack_sp */
	u64 pad; /* PL_curpad; 0: not asked for */
	u64 si; /* PL_curstackinfo, and what it holds */
	struct si_head head;
	u64 level; /* see calls/frame.bpf.h */
	u64 left_cv; /* of the sub that is left, where its context does not have it any more */
	/*
	 * 1: the call that is looked at has been made, and its context pushed; .op is what it
	 * returns to
	 */
	u64 in_sub;
};

/* cop_line to cop_seq lie within 32 bytes in every version (cop.h, struct cop). */
#define COP_SPAN 32

struct cop {
	u64 addr;
	u64 file; /* threaded: the name; else the GV whose name is "_<" and the file's */
	u32 line;
	u32 seq;
};

/* All that is read lies within the first 96 bytes (cop.h, struct context, 5.14 to 5.44). */
#define CONTEXT_SPAN 96

struct context {
	u64 oldcop;
	u64 cv; /* of a sub's, */
	u64 retop; /* and where it returns to */
	u64 loop; /* the op that began a loop's */
	u32 type;
	s32 olddepth;
	char raw[CONTEXT_SPAN];
};

struct sv_head {
	u64 any;
	u32 refcnt;
	u32 flags;
	u64 u;
};

/* The part of a CV's body that is the same in every version (cv.h, 5.14 to 5.44). */
struct cv_body {
	u64 magic;
	u64 unused[2];
	u64 stash;
	u64 start; /* an XSUB: what it was given of its own (CvXSUBANY) */
	u64 root; /* an XSUB: the C function */
	u64 gv; /* with CVf_NAMED a HEK */
	u64 file;
	u64 padlist;
	u64 outside;
	u32 outside_seq;
	u32 flags;
	s32 depth;
	u32 pad;
};

/* What runs at the top of the stack, where a sample finds it: see sample/leaf.bpf.h. */
struct leaf {
	u32 callee; /* sub id; 0: nothing that is shown as a sub */
	struct place at; /* the statement */
};

/* Calls that were under way before: see calls/shadow.bpf.h. */
struct seeding {
	u64 sub_ns; /* when they begin for us */
	u32 cnt; /* opened so far */
	u32 pad;
};

/* A thread that leaves the processor: see wait/begin.bpf.h. */
struct leaving {
	u64 now_ns;
	u32 state; /* of the task; 0: it could run */
	u32 tgid;
};

struct callee {
	u64 cv; /* what will be called; 0: perl will tell when it has pushed a context */
	u64 stub; /* then: what was asked for, a sub without a body, */
	u64 symbol; /* or a name (the SV), */
	u64 root; /* or nothing that has a name */
	u64 gv;
	u64 start; /* the op that it begins with, a COP */
	u32 flags;
	s32 depth;
	u32 id; /* if that is known already; else 0 */
	u32 own_name; /* its name can go while its code stays: see callee_identity() */
};

/* The traps of which it is learned what they take, by what happened at them. */
enum trap_kind {
	TRAP_OTHER, /* nothing is learned of it */
	TRAP_STMT, /* a statement began */
	TRAP_CALL, /* a Perl sub was called, */
	TRAP_LEAVE, /* or returned */
	TRAP_CNT,
};

struct trap {
	u64 left_ns; /* wall clock at the end of its handler */
	u64 gap_ns; /* then until the next one */
	u32 kind;
	u32 price_ns; /* its price, as measured at start-up */
	struct costs costs; /* of what perl does behind it */
};

/* See clock/own.bpf.h. */
struct own {
	struct window_times sums; /* of all windows; the probes are in shadow.overhead_ns */
	u64 from_ns; /* perl clock up to which they are counted */
	u64 sleeps; /* of its task, up to there */
	u32 window; /* of which they are counted, */
	u32 begun; /* which has begun for it, */
	u32 left_ns; /* and what it still has there */
	u32 met; /* it had an event there */
};

#define FRAMES_NEAR 16

/* How far the end of an interpreter has come; see process/end.bpf.h. */
struct ending {
	u64 sub_ns; /* sub clock at which its calls end */
	u32 ran; /* number of the stack that ran last */
	u32 closed; /* no call is open any more: its pages go, */
	u32 stack; /* from this one on */
	u32 page;
	u32 begun;
};

/* The state of one interpreter between two events; only its own thread touches it. */
struct shadow {
	u64 base;
	u32 id; /* interp id */
	u32 tid; /* of the thread that it has, 0: none; see process/thread.bpf.h */

	/* clocks, see clock/clock.bpf.h */
	u64 overhead_ns;
	u64 gated_ns; /* more of it, outside of windows: see burst_is_over(); */
	u64 gate_ns; /* wall clock of the first event behind the last window; 0: there is none yet */
	struct own own;
	u64 away_ns; /* part of the above: it was parked */
	u64 waited_ns; /* another part: it was ready to run, and had no processor, */
	u64 run_delay_ns; /* up to where the kernel's count of that was this */
	u64 parked_ns; /* wall clock since which its clocks stand still; 0: they run */
	u64 discount_ns;
	u64 accept_ns; /* 0: not in accept() */
	u64 events;
	u64 settled; /* in sample mode: how many there were when the open calls were counted */
	struct trap trap; /* this one, */
	struct trap before; /* and the one before */
	u32 learned[TRAP_CNT]; /* what one takes, in 1/TRAP_UNIT ns; 0: not known yet */
	u32 ceiling; /* a statement's takes no more */
	u32 teaches; /* the next event measures this trap, */
	u32 learns; /* as this one does the trap before; */
	u32 learn_in; /* so many events later another one is measured */
	u32 clock_cost; /* what reading it takes now, in 1/CLOCK_UNIT ns; 0: not known yet */
	u32 pace; /* what a trap takes, in 1/PACE_ONE of its price; 0: not known yet */

	/* the statement that runs */
	u64 stmt_start_ns; /* perl clock */
	u64 cop;
	u64 curcop; /* what PL_curcop is while the statement runs */
	u32 cop_seq;
	u32 cop_line; /* what it says; 0 in code that perl made up */
	struct place stmt; /* .file 0: none */
	/* the wait clock: its waits so far, without those for a processor if these are in no times */
	u64 wait_ns;
	u64 wait_look_ns; /* when its long looks are paid for: see wait/begin.bpf.h */
	u32 wait_entries; /* that it has made since the last collection */
	u32 waits_lost; /* of calls; they are still to be counted as a loss */
	u32 slot; /* index of its slot, and 1; 0: it has none */
	u32 stmt_new; /* 1: its count is still to be added */
	u32 over; /* global destruction has begun: nothing is recorded any more */
	u32 unread; /* times in a row that its stackinfos could not be read */
	/*
	 * the thread that runs it, where that is not in the map of threads; see
	 * process/thread.bpf.h
	 */
	u32 unlisted;
	u32 in_host; /* no statement runs, as perl was left: see perl/host.bpf.h */
	/* perl clock at the end of the main program, behind which nothing was called; 0: not yet */
	u64 ended_ns;

	/* see stmts/slot.bpf.h */
	u32 code; /* the generation of code that can run, never 0 */
	/* the generation in which nothing was being compiled when it was asked for */
	u32 code_whole;

	/* see control/control.bpf.h */
	u32 paused; /* PAUSED_*: nothing is recorded now */
	u32 part;
	u32 part_file; /* string id of its output's name, 0: that of the recording */
	u32 closed; /* nobody has asked for this part */
	s32 forkdepth;

	/* the stack of open calls; what its top is */
	u64 si;
	u64 si_base; /* the SI at the bottom of the chain */
	/* si_base of one of several perl stacks, see calls/stack.bpf.h; 0: there is but one */
	u64 stacks;
	u32 stack; /* number of the one that runs */
	u32 stack_last; /* the highest number */
	u64 level;
	u64 node;
	u32 si_ord;
	u32 depth;
	u32 callee;
	u32 top_flags; /* FRAME_*, and FRAME_LEFT */
	/* at least so many of the outermost calls are announced: see calls/reconcile.bpf.h */
	u32 announced;
	u32 execed; /* the process has executed a program, and is over */
	/* sample mode: when the stack was known last, and how many outermost calls were told as long */
	u64 seen_ns;
	u32 longs;
	u32 processor_looks; /* see sample/processor.bpf.h */
	struct processor_range processor_ranges[PROCESSOR_RANGES];
	/*
	 * sub clock at which this process was forked: calls that begin then are its parent's; 0: it
	 * was not
	 */
	u64 forked_ns;
	/* PL_curpad of the innermost sub, if that goes on behind this event; 0: not known */
	u64 pad;
	u64 pad_before; /* the same of the event before */
	/* subs up to this level that are not open were called while nothing was recorded */
	u64 floor;

	struct ending ending;
	struct frame
		frames[FRAMES_NEAR]; /* the outermost, of the first stack: see calls/frame.bpf.h */

	/* the event that is being handled */
	struct at at;
	u64 faults; /* see perl/memory.bpf.h: before anything was read */
	struct {
		struct cop cop;
		struct context cx;
		struct si_head head;
		struct callee callee;
		struct callee outer; /* where a callee is looked for while another one is at hand */
		struct frame frame; /* that will be pushed */
		struct at at; /* where perl is, while .at is where it was */
		struct sv_head sv;
		struct cop_key cop_key;
		struct place place; /* of the COP that was asked for last, */
		u32 place_known; /* and whether it was asked for before */
		u32 autoload; /* what was asked for last is an XSUB of that name */
		struct costs costs; /* of it, likewise */
		u32 begins; /* the call that is noticed is the innermost one, and has its @_ */
		u32 pad;
		struct eval eval;
		struct leaf leaf;
		struct seeding seeding;
		struct leaving leaving;
	} work;
};

#define FRAME_LEFT     0x100 /* in shadow.top_flags: the top frame has .left set */

#define THREAD_INTERPS 4

struct thread {
	u64 bases[THREAD_INTERPS]; /* of the interpreters on it, the one that runs last */
	u32 cnt;
	u32 from; /* id of the interpreter that made the thread, 0: none that we know */
};

#endif
