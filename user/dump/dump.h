/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stacks of a process, as a worker has read them. */
#ifndef NYTPROF_DUMP_H
#define NYTPROF_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "dump/stack.h"
#include "waits/wait.h"

struct error;
struct sandbox_answer;

struct dump_wish {
	pid_t pid;
	bool locals;
	bool values;
	const struct wait_peek *threads; /* all of the process */
	size_t thread_cnt;
};

/* Texts are UTF-8; NULL: none, or not known. */
struct dump_local {
	const char *name;
	const char *type;
	const char *value;
};

struct dump_frame {
	enum call_kind kind;
	uint32_t line;
	const char *sub; /* CALL_SUB, CALL_FORMAT */
	const char *file;
	const char *text; /* CALL_EVAL_TEXT, CALL_REQUIRE */
	size_t local; /* its first one */
	size_t local_cnt;
};

struct dump_interp {
	uint64_t addr;
	pid_t tid; /* 0: not known */
	enum stack_motion motion;
	uint32_t tries;
	uint32_t contexts;
	const char *why; /* some of the stack is missing */
	const char *op;
	const char *xsub; /* that the op runs */
	size_t perl;
	size_t frame;
	size_t frame_cnt;
};

struct dump_perl {
	char *path;
	unsigned revision;
	unsigned version;
	unsigned subversion;
};

struct dump {
	struct dump_perl *perls;
	size_t perl_cnt;
	struct dump_interp *interps;
	size_t interp_cnt;
	struct dump_frame *frames;
	size_t frame_cnt;
	struct dump_local *locals;
	size_t local_cnt;
	const void **peeks; /* as the threads of the wish; NULL: could not be read */
	const char *refused; /* why a perl is not supported, NULL: none was refused */
	struct sandbox_answer *answer; /* what has the texts */
	const char **texts;
	size_t text_cnt;
	uint64_t took_ns;
};

/* Threads of a process, at most max; -errno. */
int dump_threads(pid_t pid, pid_t *tids, size_t max);

/*
 * Reads the stacks. -errno with err set: ESRCH, the process does not exist or has ended; ENOEXEC, it
 * is not a perl; ENOTSUP, its perl is not supported; EACCES, EPERM, the agent lacks rights. Other
 * errors: the process's owner holds up those who look.
 */
int dump_take(struct dump *dump, const struct dump_wish *wish, struct error *err);
void dump_release(struct dump *dump);

/*
 * How many calls are open, without the program itself. If a part of the stack is missing, only the
 * calls that are shown count.
 */
size_t dump_depth(const struct dump *dump, const struct dump_interp *interp);

#endif
