/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A recorded process, from its first event to its end or its exec, and its profile. */
#ifndef NYTPROF_TRACEE_H
#define NYTPROF_TRACEE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "nytprof/counts.h"
#include "nytprof/interp.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/part.h"
#include "nytprof/rights.h"
#include "nytprof/waits.h"
#include "profile/price.h"
#include "rights/creds.h"

struct error;
struct evals;
struct kevent_key;
struct kevent_value;
struct memory_subs;
struct sql_event;
struct names;
struct own;
struct profile;
struct tracee_file;
struct tracepoint;

/* Which names are made as NYTProf makes them, and how the counts were recorded. */
struct naming {
	bool evals; /* (eval N)[file:line] */
	bool anon_subs; /* __ANON__[file:line] */
	bool code; /* read the text of -e, and of a script from stdin */
	/* nanoseconds that each sample stands for; 0: everything was recorded */
	uint64_t period_ns;
	bool own; /* the samples of a line are kept by sub (tracee/own.h) */
	bool cpu_time; /* times do not include time off the processor */
	clockid_t clock; /* of all times, also those in file names */
	unsigned events; /* of --event: KEVENT_BIT() */
	const struct tracepoint *tracepoints; /* likewise: TRACEPOINTS_MAX of them */
};

/* The file that a profile is written to. Only user/output and user/store change it. */
struct output_file {
	char *path; /* NULL: not chosen yet */
	bool obeyed; /* the program chose it */
	uint64_t weight; /* executions and calls in the file, plus 1; 0: there is no file */
	uint64_t bytes; /* size of the file */
	unsigned flush; /* number of the flush that wrote it last */
};

/* Since when less of a process is recorded, because its cost was over the budget of --overhead. */
struct lessened {
	uint64_t at_ns; /* of the recording's clock; 0: never */
	uint64_t lost_ns; /* the time after that in which nothing was recorded */
	double cost; /* in percent, as the budget */
	double budget;
};

struct tracee {
	uint32_t tgid;
	uint32_t own_pid; /* the process id in its own namespace, which differs in a container */
	uint32_t interp; /* id of the first interpreter */
	uint64_t task_start; /* start of the process, CLOCK_BOOTTIME ns; 0: unknown */
	/* start of the first process that may have compiled its code; 0: unknown */
	uint64_t code_start;
	uint64_t exec_id; /* of its process image: see struct interp */
	uint32_t ppid;
	uint32_t user; /* the user whose budgets it uses: see struct interp */
	struct creds creds; /* the rights that it had all the time, as far as they are known */
	bool creds_to_end; /* creds include the rights at the end */
	enum label label; /* of the security module, when the process was first seen or later */
	unsigned build; /* of the first interpreter */
	bool adopted; /* it has no interpreter yet: see interps_adopt() */
	bool first; /* the first program of the recording */
	uint32_t part; /* which part of the recording: see struct part */
	/* the program has left this part and may wait for its file; .interp 0: it does not wait */
	struct part_key awaited;
	bool closed; /* the program does not want this profile */
	bool unwanted; /* the filters exclude its process */
	bool forked; /* it began as the child of a perl */
	/* why the agent ignores the program's choice of a file; NULL: it does not */
	const char *astray;
	struct creds asked; /* its rights when it chose the file */
	char *file; /* absolute name that the program chose; NULL: the recording chooses */
	uint64_t start_ns; /* of the recording's clock, as end_ns and next_ns */
	int64_t to_epoch_ns; /* CLOCK_REALTIME minus that clock, when the process was first seen */
	uint64_t end_ns;
	uint64_t next_ns; /* when its process began another part; 0: it did not */
	struct window_times windows; /* of its interpreters that have ended */
	unsigned interp_cnt; /* interpreters that it had so far */
	unsigned running; /* interpreters that have not ended */
	bool freed; /* the last interpreter was freed, and the process may make another one */
	unsigned live; /* interpreters whose counts have not all been collected */
	enum interp_end end; /* how the last interpreter ended */
	struct naming naming;
	char *cwd; /* working directory, for relative file names; NULL: unknown */
	int root; /* descriptor of its root directory; -1: unknown */
	char *command; /* its command line, or the begin of it */
	char *cgroup; /* its path, when the process was first seen; NULL: unknown */
	char *application; /* $0 as it was on the command line */
	char *code; /* text of -e, or of a script from stdin; NULL: none, or not completely known */
	unsigned unknown_sources; /* string evals whose source was dropped because of a limit */
	char comm[16];
	uint64_t events; /* sums over the interpreters that have ended */
	struct price price; /* likewise */
	uint64_t lost[LOSS_CNT];
	uint64_t seeded;
	bool no_returns; /* see struct interp */
	uint64_t torn; /* likewise */
	/* of conditions for an exact trace (ondemand/trigger.h): its processor time, and when */
	uint64_t cpu_ns;
	uint64_t cpu_at_ns;
	uint64_t tried_ns; /* when it was traced last; 0: never */
	unsigned traced; /* how often its process was traced on demand beside this recording */
	/*
	 * in a burst: up to which own time of its process its windows stand for it; not before the
	 * first one
	 */
	bool told;
	double told_ns;
	/* in sample mode: samples and waits at the end of the last interval, and in how many of them it had no
	 * new ones */
	uint64_t moves;
	unsigned still;
	uint64_t merged_before; /* merged evals of the process when this part began */
	/* the highest number that an eval got because its own number was taken */
	uint32_t last_eval;
	uint64_t beyond; /* executions of lines whose numbers are too large for the format */
	struct lessened no_stmts; /* since then only calls are recorded, */
	struct lessened no_calls; /* and since then nothing is */
	struct output_file output;
	uint64_t series; /* only user/push uses these: see push/series.h */
	uint64_t series_cut;
	struct profile *profile;
	struct own *own; /* hash; NULL: nobody has asked for it */
	struct evals *evals; /* shared by all parts of a process */
	struct memory_subs *memory_subs; /* likewise */
	struct tracee_file *files; /* cache: file id to profile file */
	struct tracee *next, *prev; /* list of all tracees */
	struct tracee *same; /* another tracee with the same process id */
};

/*
 * What a new tracee takes over, even if tracee_new() fails. Without evals or memory_subs, it fails.
 */
struct tracee_parts {
	int root;
	struct evals *evals;
	struct memory_subs *memory_subs;
};

/*
 * Makes a tracee from the BPF side's record of its first interpreter. interp: the id of that
 * interpreter. NULL: out of memory.
 */
struct tracee *tracee_new(uint32_t interp, const struct interp *in, const struct naming *naming,
			  const struct tracee_parts *parts);

/* Makes the tracee of the part after that of t. in: their interpreter. NULL: out of memory. */
struct tracee *tracee_succeed(struct tracee *t, const struct interp *in);
void tracee_free(struct tracee *t);

unsigned tracee_rate(const struct tracee *t); /* samples a second; 0: all is recorded */

/* Adds the counts that were drained under one key. -errno only if memory is short. */
int tracee_add_stmt(struct tracee *t, struct names *names, const struct stmt_key *key,
		    const struct stmt *stmt);
int tracee_add_call(struct tracee *t, struct names *names, const struct call_key *key,
		    const struct call *call);

/* The same for a wait. reason, object: its words; "": no object. */
int tracee_add_wait(struct tracee *t, struct names *names, const struct wait_key *key,
		    const struct wait_time *wait, const char *reason, const char *object);

/* The same for an execution of an SQL statement. Its text is read here, and nowhere kept. */
int tracee_add_sql(struct tracee *t, struct names *names, const struct sql_event *ev, uint32_t len);

/* The same for events of the kernel. event, detail: their names; "": no detail. */
int tracee_add_kevent(struct tracee *t, struct names *names, const struct kevent_key *key,
		      const struct kevent_value *value, const char *event, const char *detail);

/* A call that is open, by names. */
struct early_call {
	char *sub;
	bool builtin; /* or an XSUB */
	char *file; /* where it was called, as perl knows it */
	uint32_t line;
	uint32_t depth; /* how often its sub is open around it */
};

/* A wait that began before the recording. */
struct early_wait {
	char *file; /* as perl knows it */
	uint32_t line;
	struct early_call *calls; /* the outermost one first */
	size_t cnt;
	char *reason;
	char *object; /* "": none */
};

/* Time of it. -ENOMEM. */
int tracee_add_early_wait(struct tracee *t, const struct early_wait *w,
			  const struct wait_time *wait);

/* How long such calls have waited. Call this behind tracee_add_call(). */
int tracee_add_call_wait(struct tracee *t, struct names *names, const struct call_key *key,
			 const struct call_wait *wait);

/* Adds a compiled string eval. Call this before the counts in that eval are added. */
int tracee_add_eval(struct tracee *t, struct names *names, const struct eval_key *key,
		    const struct eval *eval);

int tracee_add_eval_sub(struct tracee *t, const struct sub_key *key, const struct sub *sub);

/*
 * Adds subs to the profile, also uncalled ones: those that were defined or found in the process's
 * memory, and whose files are in the profile.
 */
int tracee_list_defined(struct tracee *t, struct names *names);

/* An interpreter has ended. Call this before its evals are dropped. */
void tracee_settle_found(struct tracee *t, uint32_t interp);

/* How many evals share a file with another one. */
uint64_t tracee_merged_evals(const struct tracee *t);

/* Adds a remark to the source of each file that holds evals of different kinds. -ENOMEM. */
int tracee_mark_merged(struct tracee *t);

/* Is its program a script from stdin whose text could not be read? */
bool tracee_lacks_stdin(const struct tracee *t);

/* The profile's file of the program. 0: no statement of it is recorded. */
uint32_t tracee_main_fid(const struct tracee *t);

/* Sets what the program said of this part: whether and where it wants a profile. -errno. */
int tracee_set_part(struct tracee *t, struct names *names, uint32_t nr, const struct part *part);

/*
 * Why the agent must ignore the file name that the program chose: the agent could write where the
 * program itself may not. NULL: it may use the name.
 */
const char *tracee_why_astray(struct tracee *t, const struct part *part);

/*
 * Lessens the rights of t to those that its process has now. Does nothing for one whose end was
 * collected: that has told its rights. in: what the BPF side says now of an interpreter of the
 * process, for a process that has gone; NULL: not asked. The rights of a process that nobody knows
 * any more are unknown, unless they were noted at the end of its profile.
 */
void tracee_note_rights(struct tracee *t, const struct interp *in);

void window_times_add(struct window_times *sum, const struct window_times *add);

/* A part of an interpreter has ended, or the interpreter with its last part. Adds its sums. */
void tracee_add_part(struct tracee *t, const struct part *part, const struct part *before);
void tracee_add_interp(struct tracee *t, const struct interp *in);

/* How the time of a living interpreter divides up to now_ns, in ns of the recording's clock. */
void tracee_price_so_far(const struct interp *in, uint64_t now_ns, struct price *price);

#endif
