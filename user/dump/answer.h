/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the agent asks the worker that reads a process's stacks, and what that says. */
#ifndef NYTPROF_DUMP_ANSWER_H
#define NYTPROF_DUMP_ANSWER_H

#include <stdint.h>
#include <sys/types.h>

#include "sandbox/sandbox.h"

#define DUMP_THREADS_MAX 512u
#define DUMP_FILES_MAX	 24u
#define DUMP_PERLS_MAX	 4u
#define DUMP_INTERPS_MAX (DUMP_THREADS_MAX + 1) /* of a perl */
#define DUMP_PATH_MAX	 1024u
#define DUMP_PEEK_MAX	 256u

struct dump;

struct dump_request_thread {
	pid_t tid;
	uint32_t peek_len; /* memory that says what the thread waits for; 0: none */
	uint64_t peek;
};

/* A file that the process has mapped, with code. */
struct dump_request_file {
	uint64_t start; /* of its code */
	uint64_t end;
	uint64_t first; /* where its first page is */
	uint64_t dev;
	uint64_t ino;
	uint32_t likely; /* its name says that it is a perl */
	uint32_t pad;
	char path[DUMP_PATH_MAX];
};

struct dump_request {
	pid_t pid;
	uint32_t locals;
	uint32_t values;
	uint32_t thread_cnt;
	uint32_t file_cnt;
	uint32_t pad;
	struct dump_request_thread threads[DUMP_THREADS_MAX];
	struct dump_request_file files[DUMP_FILES_MAX];
};

_Static_assert(sizeof(struct dump_request) <= SANDBOX_REQUEST, "a request fits");

enum dump_record_kind {
	RECORD_TEXT, /* the next one, from 1; .len bytes follow */
	RECORD_PERL, /* file, revision, version, subversion */
	RECORD_REFUSED, /* text: why a perl is not supported */
	RECORD_INTERP, /* thread, motion, tries, contexts, texts of why, op and XSUB; .addr */
	RECORD_FRAME, /* of the last interpreter: kind, line, texts of name, file and source */
	RECORD_LOCAL, /* of the last frame: texts of name, type, value */
	RECORD_PEEK, /* thread; .len bytes follow */
	RECORD_END,
};

struct dump_record {
	uint32_t kind;
	uint32_t len;
	uint32_t n[8]; /* texts: 0 is none */
	uint64_t addr;
};

/*
 * Fills perls, interpreters, frames, variables and peeks from d->answer, which has their texts.
 * -EPROTO: no worker says such things; -ENOMEM.
 */
int dump_answer_take(struct dump *d, const struct dump_request *q);

/* The worker's side: opens what it may not open later, and reads. */
struct sandbox_worker;
int dump_open(struct sandbox_worker *w);
int dump_work(struct sandbox_worker *w);

#endif
