/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A process under the profiler, from its first event to its end or its exec, with the
 * profile that is made of it.
 */
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
#include "profile/price.h"
#include "rights/creds.h"

struct error;
struct evals;
struct memory_subs;
struct names;
struct profile;
struct tracee_file;

/* Which names are those that NYTProf makes, and not just those that perl has; and is there more than names? */
struct naming {
	bool evals; /* (eval N)[file:line] */
	bool anon_subs; /* __ANON__[file:line] */
	bool code; /* the text of -e, and of a script from stdin, is looked at */
	/* of samples, of which each stands for so much time; 0: all was recorded */
	uint64_t period_ns;
	clockid_t clock; /* of all times, those in the names of files, too */
};

/* The file that a profile is written to.  user/output and user/store keep it here; nobody else changes it. */
struct output_file {
	char *path; /* NULL: not chosen yet */
	bool obeyed; /* the program chose it */
	uint64_t weight; /* executions and calls that are in it, and 1; 0: it does not exist */
	uint64_t bytes; /* its size */
	unsigned flush; /* number of the flush that wrote it last */
};

struct tracee {
	uint32_t tgid;
	uint32_t own_pid; /* as the process itself has it: in a container another number */
	uint32_t interp; /* id of the first interpreter */
	uint64_t task_start; /* of the process, CLOCK_BOOTTIME; 0: unknown */
	uint64_t code_start; /* of the first process that may have compiled its code; 0: unknown */
	uint64_t exec_id; /* of its image: see struct interp */
	uint32_t ppid;
	uint32_t user; /* whose budgets it takes from: see struct interp */
	struct creds creds; /* what it could do all the time, as far as it is known */
	bool creds_to_end; /* those at the end are among them */
	enum label label; /* when it was met, or later */
	unsigned build; /* of the first interpreter */
	unsigned order; /* 0: the first process of the recording */
	uint32_t part; /* of what its interpreter does; see struct part */
	struct part_key
		awaited; /* the program has gone on, and may wait for its file; .interp 0: it does not */
	bool closed; /* nobody has asked for this profile */
	bool unwanted; /* the filters leave its process out */
	bool forked; /* it began as the child of a perl */
	const char *astray; /* why what the program has said is not followed; NULL: it is */
	struct creds asked; /* the rights that it had when it said */
	char *file; /* where the program wants it, absolute; NULL: where the recording puts it */
	uint64_t start_ns; /* of the recording's clock */
	int64_t to_epoch_ns; /* CLOCK_REALTIME less that clock, when it was met */
	uint64_t end_ns;
	uint64_t next_ns; /* when its process went on to another part; 0: it did not */
	unsigned interp_cnt; /* interpreters that there ever were in it */
	unsigned running; /* interpreters that have not ended */
	bool freed; /* the last one was, by a process that can make another one */
	unsigned live; /* whose counts have not all been collected */
	enum interp_end end; /* how the last one ended */
	struct naming naming;
	char *cwd; /* to complete relative names; NULL: unknown */
	int root; /* its root directory, -1: unknown */
	char *application; /* $0 as it was on the command line */
	char *code; /* of -e, or of a script from stdin; NULL: none, or not known whole */
	unsigned unknown_sources; /* of string evals, for want of room */
	char comm[16];
	uint64_t events; /* sums over the interpreters that have ended */
	struct price price; /* likewise */
	uint64_t lost[LOSS_CNT];
	uint64_t seeded;
	bool no_returns; /* see struct interp */
	uint64_t torn; /* likewise */
	uint64_t merged_before; /* of its evals, when it began */
	uint32_t last_eval; /* the highest number that an eval got because its own was taken */
	uint64_t beyond; /* executions of lines that the format has no number for */
	struct output_file output;
	struct profile *profile;
	struct evals *evals; /* all parts of a process have the same, */
	struct memory_subs *memory_subs; /* and of these, too */
	struct tracee_file *files; /* cache: file id to profile file */
	struct tracee *next, *prev; /* of all */
	struct tracee *same; /* another one of that process id */
};

/* What a new tracee owns from now on, in any case; without one of the lists there is none. */
struct tracee_parts {
	int root;
	struct evals *evals;
	struct memory_subs *memory_subs;
};

/* From what the BPF side noted of its first interpreter, whose id is interp. */
struct tracee *tracee_new(uint32_t interp, const struct interp *in, const struct naming *naming,
			  const struct tracee_parts *parts);

/* For the part that follows on the one of t; in: their interpreter. */
struct tracee *tracee_succeed(struct tracee *t, const struct interp *in);
void tracee_free(struct tracee *t);

/* Adds what was drained under one key; -errno only for want of memory. */
int tracee_add_stmt(struct tracee *t, struct names *names, const struct stmt_key *key,
		    const struct stmt *stmt);
int tracee_add_call(struct tracee *t, struct names *names, const struct call_key *key,
		    const struct call *call);

/* A string eval was compiled: before what is counted in it. */
int tracee_add_eval(struct tracee *t, struct names *names, const struct eval_key *key,
		    const struct eval *eval);

int tracee_add_eval_sub(struct tracee *t, const struct sub_key *key, const struct sub *sub);

/*
 * Of the subs that were defined, or found in the process's memory, puts those into the profile whose files
 * are there: uncalled ones, too.
 */
int tracee_list_defined(struct tracee *t, struct names *names);

/* An interpreter has ended: before what is known of its evals is dropped. */
void tracee_settle_found(struct tracee *t, uint32_t interp);

/* How many evals share a file with another one. */
uint64_t tracee_merged_evals(const struct tracee *t);

/* Says so in the source of the files that are of evals of many kinds; -ENOMEM. */
int tracee_mark_merged(struct tracee *t);

/* Is its program a script from stdin whose text could not be had? */
bool tracee_lacks_stdin(const struct tracee *t);

/* The file that the program is in; 0: it has no statements there. */
uint32_t tracee_main_fid(const struct tracee *t);

/* What the program has said of this part. */
int tracee_set_part(struct tracee *t, struct names *names, uint32_t nr, const struct part *part);

/* Why that is not followed: the agent would write past whatever confines the program.  NULL: it is. */
const char *tracee_why_astray(struct tracee *t, const struct part *part);

/* A part of an interpreter, or its last part and so itself, has ended: its sums. */
void tracee_add_part(struct tracee *t, const struct part *part, const struct part *before);
void tracee_add_interp(struct tracee *t, const struct interp *in);

/* Where the time of an interpreter went that lives, up to now; of the recording's clock. */
void tracee_price_so_far(const struct interp *in, uint64_t now_ns, struct price *price);

#endif
