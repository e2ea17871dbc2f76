/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * All that the BPF side and user space share: settings, map keys and values,
 * limits, loss counters, events.  Fixed widths, padding spelled out, no
 * pointers.  docs/architecture.md says how the pieces hang together.
 *
 * Three kinds of identity, all of them 32-bit ids that are made on the BPF side
 * by hashing what they stand for, so that no counter has to be shared:
 *
 *   interp  one interpreter's life in one process image: never used again
 *   string  a file's, package's or sub's name, process-independent
 *   sub     package, name, defining file and line, process-independent
 *
 * Addresses in a target are never an identity: they only find the id faster.
 */
#ifndef NYTPROF_BPF_H
#define NYTPROF_BPF_H

#include "nytprof/perl_layout.h"
#include "nytprof/slow_ops.h"

/* ------------------------------------------------------------------ limits */

#define FRAMES_PER_PAGE 32 /* calls in one page of a shadow stack */
#define HOT_ENTRIES	(1 << 17) /* of statements and of calls, between two drains */
#define HOT_EVALS	(1 << 16) /* of evals, of subs in them, and of definitions */
#define STRING_MAX	4096 /* bytes of a name; a longer one is cut and counted as lost */
#define STRING_PART	128 /* bytes of a name in one map entry */
#define STRING_ENTRIES	(1 << 18) /* such entries */
#define SUB_ENTRIES	(1 << 17)
#define CVS_ENTRIES	(1 << 15) /* addresses of subs that are known, */
#define CVS_OF_MANY	(1 << 17) /* where many processes are recorded */
#define STRING_PROBES	8 /* ids that are tried when two names hash alike */
#define DEPTH_MAX	(1u << 20) /* nested calls that are followed */
#define SI_MAX		(1u << 16) /* stackinfos on top of each other */
#define ARGS_MAX	512 /* bytes of a command line that are kept */
#define CWD_MAX		1024 /* bytes of a working directory; a longer one is unknown */

/* Ids below this have a fixed meaning. */
#define ID_FIRST    16
#define SUB_RUNTIME 1 /* main::RUNTIME: top-level code at run time */
#define SUB_NULL    2 /* main::NULL: no sub, while compiling */
#define SUB_ENABLE  3 /* DB::enable_profile: with these a program steers its recording */
#define SUB_DISABLE 4 /* DB::disable_profile */
#define SUB_FINISH  5 /* DB::finish_profile */
#define SUB_AWAIT   6 /* DB::await_profile: is the file of the last one still to be written? */

/* A file whose name is "(eval N)" has no string; its id holds N. */
#define FILE_EVAL 0x80000000u

/* --------------------------------------------------------------- settings */

/* The places that are probed.  bpf/nytprof.bpf.c has a program for each. */
enum site_id {
	SITE_NEXTSTATE,
	SITE_DBSTATE,
	SITE_ENTERSUB,
	SITE_XSUB, /* in pp_entersub, where only the calls of XSUBs come by */
	SITE_XSUB_RET, /* behind the calls of an XSUB in pp_entersub and pp_goto */
	SITE_LEAVESUB,
	SITE_LEAVESUBLV,
	SITE_RETURN, /* perl 5.14 to 5.22 only: pp_return pops the frame itself */
	SITE_GOTO,
	SITE_DOUNWIND,
	SITE_LEAVE, /* the end of a block */
	SITE_LEAVETRY,
	SITE_LEAVEEVAL,
	SITE_LEAVEWRITE,
	SITE_DIE, /* Perl_die_unwind, by which everything dies; see site/die.h */
	SITE_CROAK, /* Perl_die, which ops call that refuse what they are given; and see site/refusal_site.h */
	SITE_ENTEREVAL,
	SITE_ACCEPT,
	SITE_ACCEPT_RET, /* pp_accept's return */
	SITE_SLOWOP, /* the functions of all slow ops */
	SITE_SLOWOP_RET, /* their returns */
	SITE_SUBPARSE, /* start_subparse: the parser begins a sub */
	SITE_NEWSUB, /* newATTRSUB and newMYSUB: it has the whole sub */
	SITE_LEX, /* lex_start: a file or a string is about to be compiled */
	SITE_FREE, /* perl_free: an interpreter's end */
	SITE_CNT,
};

/*
 * What a program is told about the place where it was hit, by its attach cookie: so one program
 * serves many places, and one set of programs all perls of one layout.  Registers go by their
 * numbers in the machine's instructions.
 */
#define COOKIE_VADDR_BITS 38 /* address of the probed instruction in the file: for the load bias */
#define COOKIE_REG_SHIFT  38 /* the register that has my_perl */
#define COOKIE_CV_SHIFT	  43 /* that has the CV of a sub that is left, or of an XSUB */
#define COOKIE_REG_MASK	  31
#define SITE_REG_NONE	  31 /* an unthreaded perl: there is no my_perl; or: the context has the CV */
#define COOKIE_NS_SHIFT	  48 /* what a hit takes outside of its handler */
#define COOKIE_NS_MAX	  0xffffu

#define CLOCK_UNIT	  4096

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
	__u32 clock; /* what reading it took when the traps were measured, in 1/CLOCK_UNIT ns; 0: unknown */
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

#define SWITCHERS_MAX (1 << 14) /* processes that change between C stacks */

/* Values of the map targets. */
#define TARGET_FOLLOWED 1
#define TARGET_REFUSED	2 /* user space does not want it; until it ends or becomes another program */

/* Whose interpreters are recorded; can change at any time. */
#define FILTER_UID    1
#define FILTER_COMM   2
#define FILTER_CGROUP 4
#define FILTER_LEVELS 16

struct filter {
	__u32 by; /* FILTER_* */
	__u32 uid;
	__u32 cgroup_levels; /* a bit for each depth at which there are groups in the map cgroups */
	__u32 pad;
	char comm[16];
};

/* ------------------------------------------------------------- hot: counts */

struct stmt_key {
	__u32 interp;
	__u32 file; /* string id, or FILE_EVAL | N */
	__u32 line;
	__u32 block_line; /* with blocks=1: first line of the block around it, */
	__u32 sub_line; /* and of the sub; else 0 */
	__u32 part; /* see struct part */
};

struct stmt {
	__u64 cnt;
	__s64 ns; /* exclusive; may be below 0 by the clock's noise */
};

/*
 * What perl does between a trap and the next statement, in 1/2 ns; see bpf/cost.bpf.h.  A statement
 * can end in two ways.
 */
struct costs {
	__u64 next; /* address of the COP that the first way leads to; 0: there is one way */
	__u32 cost; /* 0: unknown; with COST_AT_LEAST it may be more */
	__u32 other; /* of the second way */
};

/*
 * A statement and its count, where its COP's address finds it: all of it in one line of the processor's
 * cache.  What there is no slot for is counted by its key.
 */
#define STMT_SLOTS_LOG 15
#define STMT_SLOTS     (1u << STMT_SLOTS_LOG)

struct stmt_slot {
	__u64 cop;
	__u32 interp; /* whose it is; 0: nobody's */
	__u32 code; /* generation of that one's code in which the COP is known to be this one; 0: none */
	struct stmt count;
	struct costs costs;
	__u32 file;
	__u32 line; /* as the COP has it: 0 in code that perl made up */
	__u32 seq; /* cop_seq */
	__u32 part;
};

/*
 * A call, by the node of the calling-context tree it was made in, the calling
 * statement and the callee.  A node is the hash of the path of subs to it.
 */
struct call_key {
	__u64 parent; /* node of the caller */
	__u32 interp;
	__u32 caller; /* sub id */
	__u32 callee; /* sub id */
	__u32 file; /* of the calling statement */
	__u32 line;
	__u32 part;
};

struct call {
	__u64 cnt;
	__s64 incl_ns; /* of the calls that were the outermost of their sub */
	__s64 excl_ns;
	__s64 reci_ns; /* inclusive time of the recursive calls */
	__u32 rec_depth;
	__u32 pad;
};

#define NODE_ROOT 0ull

/* ------------------------------------- address caches: may forget anything */

/* Each value begins with what its key gives: see bpf/lru.bpf.h. */

struct cop_key {
	__u64 cop;
	__u64 file; /* address of the name or of the GV */
	__u32 interp;
	__u32 seq; /* cop_seq: grows with each compilation, so outlives the address */
	__u32 line;
	__u32 pad;
};

struct cv_key {
	__u64 code; /* root op; for an XSUB its CV */
	__u64 name; /* address of the GV or HEK; with what callee_own() says of a name, in the upper half */
	__u32 interp;
	__u32 seq; /* cop_seq of the first COP; an XSUB: low half of the function's address */
};

/* With the id of an XSUB that is known by its CV: it is called AUTOLOAD.  Those in evals are no XSUBs. */
#define XSUB_AUTOLOAD SUB_OF_EVAL

struct known_cv {
	__u32 check;
	__u32 id; /* of the sub */
};

/* What runs while PL_curcop is that, and a COP of that number. */
struct enclosing_cop_key {
	__u64 op;
	__u64 curcop;
	__u32 interp;
	__u32 seq;
};

struct known_enclosing_cop {
	__u32 check;
	__u32 pad;
	__u64 cop; /* address of the COP of the statement around the op */
};

/* Where a statement is. */
struct place {
	__u32 file; /* 0: unknown */
	__u32 line;
	__u32 block_line; /* these two as in struct stmt_key */
	__u32 sub_line;
};

/* What is known of a COP. */
struct known_cop {
	__u32 check;
	__u32 pad;
	struct place place;
	struct costs costs; /* of its statement */
};

/* Where the sub that is being parsed began; by the savestack's height, which start_subparse
 * returns and newATTRSUB is given. */
struct subparse_key {
	__u32 interp;
	__s32 floor;
};

struct known_subparse {
	__u32 check;
	__u32 line;
};

/* Lines of a sub whose compilation was seen, by its first COP. */
struct sub_lines_key {
	__u64 cop;
	__u32 interp;
	__u32 seq;
};

struct sub_lines {
	__u32 first; /* of the word sub, or use */
	__u32 last; /* of the closing brace, */
	__u32 file; /* and the file's id there, as NYTProf has it (op.c, newATTRSUB, 5.36) */
};

struct known_lines {
	__u32 check;
	struct sub_lines lines;
};

/* ---------------------------------------------------------- names, by pull */

#define STRING_UTF8 1 /* perl's UTF-8 flag */
#define STRING_CUT  2 /* longer than STRING_MAX */
#define STRING_SOURCE \
	4 /* of an eval: never the same string as a name, as user space takes it out */
#define STRING_UNSTORED 8 /* only its hash is wanted; not kept */

struct string_key {
	__u32 id;
	__u32 part; /* 0: the head */
};

struct string_head {
	__u64 hash[2];
	__u32 len; /* bytes, without a terminator */
	__u32 flags;
	char data[STRING_PART - 24];
};

struct string_part {
	union {
		struct string_head head;
		char data[STRING_PART];
	};
};

#define SUB_XSUB    1
#define SUB_ANON    2
#define SUB_LEXICAL 4
#define SUB_SLOWOP  16 /* a builtin: the name is an enum slow_op, the package that of the caller */
#define SUB_SYMBOL  8 /* called by name: the name is as the program gave it, there is no package */

/*
 * A sub in a string eval: the id is this and a number, counted by interpreter and never used again.
 * User space takes them out at each collection, as it does the evals.
 */
#define SUB_OF_EVAL 0x80000000u

struct sub_key {
	__u32 interp;
	__u32 id;
};

/* A sub was defined, called or not; taken out at each collection. */
struct sub_defined {
	__u64 at; /* when, for the order: the last definition of a name is the one that stays */
};

struct sub {
	__u32 pkg; /* string id, 0: unknown */
	__u32 name; /* string id, 0: unknown */
	__u32 file; /* of the first COP; 0 for an XSUB */
	__u32 line; /* first and last; of its statements, where its compilation was not seen */
	__u32 last;
	__u32 interp; /* where the file is an eval, which are numbered per interpreter; else 0 */
	__u32 flags;
};

/*
 * Which statement compiled string eval N of an interpreter.  User space takes them out at each
 * collection, and the pieces of source with them, so that a loop of evals has no end of room.
 */
struct eval_key {
	__u32 interp;
	__u32 seq;
};

#define EVAL_PIECES 16 /* of STRING_MAX bytes: what is kept of an eval's source, at most */

enum eval_kind {
	EVAL_UNKNOWN,
	EVAL_TEXT,
	EVAL_IV, /* the source is a number, as in $VERSION = eval $VERSION */
	EVAL_NV,
};

struct eval {
	__u32 file;
	__u32 line;
	__u64 number; /* EVAL_IV, EVAL_NV: as perl has it */
	__u64 source; /* hash of what is known of the source; 0: nothing */
	__u32 kind;
	__u32 len; /* EVAL_TEXT: bytes of source */
	__u32 pieces[EVAL_PIECES]; /* string ids, 0: none */
};

/*
 * Where a relative file name was first met, as the id of the working directory then.  A forked
 * child knows what its parent knew: family is the first of them.
 */
struct cwd_key {
	__u32 family;
	__u32 file;
};

struct known_cwd {
	__u32 check;
	__u32 cwd; /* string id */
};

/* ---------------------------------------------------------------- budgets */

/*
 * The maps are shared by programs that do not trust each other.  So nobody gets all of one: what a process
 * or a user has is counted where it is made, which is rare, and what is beyond the limit is not recorded, and
 * is a loss (LOSS_BUDGET).  Root has no limit but the maps' own.
 */
enum budget_item {
	BUDGET_INTERPS, /* from the first event until user space has all counts */
	BUDGET_NAMES, /* parts of strings; they stay until the recording begins anew */
	BUDGET_SUBS, /* likewise */
	BUDGET_SOURCE, /* parts of the source of evals, since the last collection */
	BUDGET_CNT,
};

/* Threads of one perl; each is an interpreter.  A server has some hundred of them at most. */
#define PROCESS_INTERPS 1024

/* Of one user: half of what can run at once, or a quarter to a half of what there is room for. */
#define USER_INTERPS (1 << 13)
#define USER_NAMES   (STRING_ENTRIES / 4) /* 8 MB: the names of 60,000 subs */
#define USER_SUBS    (SUB_ENTRIES / 2)
#define USER_SOURCE  (STRING_ENTRIES / 4) /* half of what all source may take */

enum budget_of {
	BUDGET_OF_PROCESS,
	BUDGET_OF_USER,
};

struct budget_key {
	__u32 of; /* enum budget_of */
	__u32 id; /* the process, or the user */
	__u32 which; /* USAGE_ADDED, which the programs count, or USAGE_REMOVED, which user space does */
};

struct budget {
	__u64 cnt[BUDGET_CNT];
	__u32 interp; /* the first of a process; a process's losses are its */
	__u32 pad;
};

/* ----------------------------------------------------------------- losses */

/* clang-format off */
#define LOSSES(X)                                                              \
	X(READ,	   "events whose interpreter state could not be read")         \
	X(STMTS,   "statements: the map was full")                             \
	X(FILES,   "statements whose file's name could not be read or kept")   \
	X(CALLS,   "calls: the map was full")                                  \
	X(STRINGS, "names: the map was full")                                  \
	X(SUBS,    "subs: the map was full")                                   \
	X(EVALS,   "evals whose place is unknown: no room, or too many forks") \
	X(CUT,	   "names cut at 4096 bytes")                                  \
	X(FRAMES,  "calls nested too deep, or no room for their frames")       \
	X(UNKNOWN, "calls whose sub could not be identified")                  \
	X(STACK,   "switches to perl stacks there was no room for")            \
	X(LAYOUT,  "interpreters whose memory is not laid out as expected")    \
	X(SHADOWS, "events of interpreters there was no room for")             \
	X(THREADS, "events of threads there was no room for")                  \
	X(INTERPS, "interpreters there was no room for")                       \
	X(PARTS,   "profiles begun by the program that there was no room for") \
	X(BUDGET,  "interpreters, names, subs and sources beyond what one process or user may have") \
	X(EVENTS,  "notices to the agent: the buffer was full")
/* clang-format on */

enum loss_id {
#define X(id, text) LOSS_##id,
	LOSSES(X)
#undef X
	LOSS_CNT,
};

/* ------------------------------------------------------------- interpreters */

enum interp_end {
	END_NONE, /* runs */
	END_EXIT, /* its process or thread ended */
	END_EXEC,
	END_FREE, /* perl_free */
	END_STOP, /* it goes on, the agent does not */
};

/*
 * A file or directory of this host.  Two subvolumes of btrfs can have the same inode number in one mount.  Their
 * device is not that of the mount as user space sees it, so there only the root of a mount can be told apart.
 */
struct place_id {
	__u64 mount; /* never used again since 6.8 (mnt_id_unique), before that not while it is mounted */
	__u64 ino;
	__u32 dev; /* as the kernel has it: 12 bits of major, 20 of minor number */
	__u32 is_mount; /* it is what is mounted, not something in there */
};

#define CREDS_KNOWN	   1
#define CREDS_NO_NEW_PRIVS 2
#define CREDS_CHANGED	   4 /* made of two that are not the same */

/* What a process may do.  Ids are the host's; real, effective, saved, and that for files. */
struct creds {
	__u64 caps; /* effective; 0 in a user namespace of its own, as the host's files know none of those */
	__u32 uid[4];
	__u32 gid[4];
	__u32 filters; /* seccomp's, that its system calls must pass */
	__u32 flags; /* CREDS_* */
};

/* What is known of an interpreter; stays until user space has pulled it. */
struct interp {
	__u32 filled; /* the last thing that is written when it is made; until then it is not there */
	__u32 part; /* that it is in now */
	__u64 base; /* my_perl; unthreaded: the load bias */
	__u64 task_start; /* of the process, CLOCK_BOOTTIME: with tgid it names a process */
	__u64 exec_id; /* of the process's image: the kernel's count of its execs, which a child inherits */
	__u64 cgroup; /* id of its control group at the first event, 0: unknown */
	__u64 start_ns; /* CLOCK_MONOTONIC of the first event, or of the fork */
	__u64 end_ns;
	__u64 events; /* probe hits */
	__u64 overhead_ns;
	__u64 waited_ns; /* it was ready to run and had no processor: in no statement and no call */
	__u32 tgid;
	__u32 ppid;
	__u32 uid;
	__u32 gid;
	__u32 user; /* who is charged for it: see current_user() */
	__u32 build;
	__u32 end; /* enum interp_end */
	__u32 exit_code;
	__u32 forked_from; /* interp id, 0: none */
	__u32 cloned_from; /* interp id of the one that it may be a clone of, 0: none, */
	__u32 eval_seq; /* and the number of the last string eval that it then has from there */
	__u32 seeded; /* calls that were under way at the first event */
	__u32 args_len;
	__u32 paused; /* PAUSED_* */
	__u32 family; /* see struct cwd_key; 0: its own */
	__u32 mnt_ns; /* inode number of its mount namespace, */
	__u32 cwd_at;
	struct place_id root; /* and its root directory: they say what file names mean */
	struct place_id stdin_id; /* its stdin at the first event */
	struct creds creds; /* at the first event; a child's: its parent's */
	struct creds last; /* at the end, unknown if it goes on */
	__u32 own_pid; /* as the process itself has it: in a container another number */
	__u32 claimed; /* somebody ends it; nobody else may */
	__u32 unclosed; /* it has ended, and not all of its calls are counted yet: see shadow_end */
	__u32 no_returns; /* builtins of it began whose return was not to be seen: see the map switchers */
	__u32 lost[LOSS_CNT];
	char comm[16];
	char args[ARGS_MAX]; /* NUL-separated */
	char cwd[CWD_MAX + 256]; /* from cwd_at to CWD_MAX, without a terminator; empty: unknown */
};

/* Why an interpreter is not recorded at the moment. */
#define PAUSED_START	1 /* its start has not come */
#define PAUSED_PROGRAM	2 /* it said so */
#define PAUSED_OPERATOR 4 /* whoever runs the agent said so */

/* What that one says. */
struct control {
	__u32 off;
	__u32 started; /* do not wait for any start */
};

/*
 * A program can have what it does recorded in one profile after the other.  Each is a part of its
 * interpreter's life, from 0 on; what is counted has the part in its key.  The agent takes the entry of
 * a part that has ended out when its file is written.
 */
struct part_key {
	__u32 interp;
	__u32 part;
};

struct part {
	__u64 start_ns;
	__u64 end_ns; /* 0: goes on */
	__u64 events; /* probe hits from the interpreter's begin to the part's end */
	__u64 overhead_ns; /* likewise */
	__u64 waited_ns; /* likewise */
	struct place_id root; /* whose output it is to be: its root directory, */
	struct creds creds; /* and its rights, when it said so */
	struct creds last; /* and at the part's end, unknown if that is the interpreter's */
	__u32 opened; /* or nobody wants it; a part 0 without an entry is */
	__u32 file; /* string ids of the output's name, 0: that of the recording, */
	__u32 cwd; /* and of the directory where it was given */
	__u32 pad;
};

/* The shadows are found by where the interpreter is. */
struct shadow_key {
	__u64 base;
	__u32 tgid;
	__u32 pad;
};

#define FRAME_XSUB 1 /* no context of its own: ends when the C function returns */
#define FRAME_UNKNOWN \
	2 /* callee to be taken from the context that the call will push; until
			 * then it is the one that was asked for, if that has a name */
#define FRAME_SEEDED   4 /* was under way at the attach: time, but no count */

#define FRAME_RETURNED 16 /* its context is popped next: nothing but destructors runs before */
#define FRAME_COVERED  32 /* calls above it are open and were lost */
#define FRAME_SLOWOP   8 /* with FRAME_XSUB: a builtin, whose function has a return probe */

/* An open call. */
struct frame {
	__u64 level; /* see shadow.bpf.h */
	__u64 si;
	__u64 cv; /* FRAME_XSUB: the stack pointer at the probed function that called it */
	__u64 node;
	__u64 start; /* sub clock */
	__u64 left; /* sub clock at which control left it, while its context is still there */
	__s64 below_ns; /* inclusive time of the subs it called */
	__u64 cop; /* PL_curcop at the call, and again behind it */
	__u32 caller; /* sub ids */
	__u32 callee;
	__u32 file; /* of the calling statement */
	__u32 line;
	struct place resume; /* the statement that goes on behind the call: nearly always that one */
	__u32 rec; /* CvDEPTH before the call: 0 is the outermost */
	__u16 flags;
	__u16 told; /* its place in the call tree is known, in the part whose number and 1 this is */
};

struct frame_key {
	__u32 interp;
	__u32 stack; /* see struct stack */
	__u32 page;
};

/* The stackinfo at the bottom of a perl stack. */
struct stack_key {
	__u64 si;
	__u32 interp;
	__u32 pad;
};

/*
 * One of the perl stacks of an interpreter that has several (Coro), while another one runs.  An
 * interpreter has no entry here as long as it has but one stack.
 */
struct stack {
	__u64 next; /* key of another one of the interpreter, 0: none */
	__u64 sub; /* the sub clock, which stands still */
	__u32 nr; /* 0: the first; of its frames' keys */
	__u32 depth; /* calls that are open */
};

struct frame_page {
	struct frame frames[FRAMES_PER_PAGE];
};

/* ------------------------------------------------------------------ events */

enum event_type {
	EVENT_START, /* an interpreter was seen for the first time */
	EVENT_END, /* an interpreter ended; enum interp_end in .arg */
	EVENT_EXEC, /* a process of targets replaced its image */
	EVENT_FORK, /* a process of targets forked; the child in .arg */
	EVENT_PART, /* an interpreter's profile is complete, though it goes on */
};

/* Wakes the agent.  The truth is in the maps: a lost event delays, it loses nothing. */
struct event {
	__u64 ns;
	__u32 type;
	__u32 tgid;
	__u32 interp;
	__u32 arg;
};

/* A process is loading Coro, and will change between C stacks: at once. */
struct alarm {
	__u32 tgid;
	__u32 pad;
};

/*
 * Fill of a map of which only parts are drained: what was put in, counted by the programs, and (in an
 * entry of its own) what was taken out, by user space.
 */
enum {
	USAGE_ADDED,
	USAGE_REMOVED,
	USAGE_CNT
};

struct usage {
	__u64 string_parts;
	__u64 subs;
};

/* Fill of the maps that are drained, so that the agent can be early. */
struct pressure {
	__u64 stmts;
	__u64 calls;
	__u64 evals;
	__u64 eval_subs;
	__u64 defined;
	__u64 refused; /* not 0: the last new entry found no memory, however often it was tried */
};

_Static_assert(sizeof(struct string_head) == STRING_PART, "a string's head is one part");
_Static_assert(sizeof(struct string_part) == STRING_PART, "");
_Static_assert(sizeof(struct stmt_key) == 24, "no hidden padding");
_Static_assert(sizeof(struct stmt_slot) == 64, "a line of the cache");
_Static_assert(sizeof(struct creds) == 48, "no hidden padding");
_Static_assert(sizeof(struct part) == 176, "no hidden padding");
_Static_assert(sizeof(struct call_key) == 32, "no hidden padding");
_Static_assert(sizeof(struct cop_key) == 32, "no hidden padding");
_Static_assert(sizeof(struct cv_key) == 24, "no hidden padding");
_Static_assert(sizeof(struct enclosing_cop_key) == 24, "no hidden padding");
_Static_assert(sizeof(struct eval) == 96, "no hidden padding");
_Static_assert(sizeof(struct sub) == 28, "no hidden padding");
_Static_assert(sizeof(struct frame) == 104, "no hidden padding");

#endif
