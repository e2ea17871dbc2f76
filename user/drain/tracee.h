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

#include "nytprof_bpf.h"

struct error;
struct evals;
struct names;
struct profile;
struct tracee_file;

struct tracee {
	uint32_t tgid;
	uint32_t ppid;
	uid_t uid;
	gid_t gid;
	unsigned build; /* of the first interpreter */
	unsigned order; /* 0: the first process of the recording */
	uint64_t start_ns; /* CLOCK_MONOTONIC */
	uint64_t end_ns;
	unsigned running; /* interpreters that have not ended */
	unsigned live; /* whose counts have not all been collected */
	enum interp_end end; /* how the last one ended */
	char *cwd; /* to complete relative names; NULL: unknown */
	int root; /* its root directory, -1: unknown */
	char *application; /* $0 as it was on the command line */
	char *code; /* of -e, or of a script from stdin; NULL: none, or not known whole */
	unsigned unknown_sources; /* of string evals, for want of room */
	char comm[16];
	uint64_t events; /* sums over the interpreters that have ended */
	uint64_t overhead_ns;
	uint64_t lost[LOSS_CNT];
	uint64_t seeded;
	uint64_t beyond; /* executions of lines that the format has no number for */
	struct profile *profile;
	struct evals *evals;
	struct tracee_file *files; /* cache: file id to profile file */
	struct tracee *next;
};

/*
 * From what the BPF side noted of its first interpreter.  The tracee owns root from now on.
 * parent: the process that forked it, NULL: none that is known.
 */
struct tracee *tracee_new(const struct interp *in, int root, const struct tracee *parent);
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

/* Of the subs that were defined, puts those into the profile whose files are there: uncalled ones, too. */
int tracee_list_defined(struct tracee *t, struct names *names);

/* How many evals share a file with another one. */
uint64_t tracee_merged_evals(const struct tracee *t);

/* Says so in the source of the files that are of evals of many kinds; -ENOMEM. */
int tracee_mark_merged(struct tracee *t);

/* Is its program a script from stdin whose text could not be had? */
bool tracee_lacks_stdin(const struct tracee *t);

/* The file that the program is in; 0: it has no statements there. */
uint32_t tracee_main_fid(const struct tracee *t);

/* An interpreter of it has ended: its sums. */
void tracee_add_interp(struct tracee *t, const struct interp *in);

#endif
