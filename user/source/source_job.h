/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a worker is asked for that reads source files, and what it answers. */
#ifndef NYTPROF_SOURCE_JOB_H
#define NYTPROF_SOURCE_JOB_H

#include <stdint.h>

#include "nytprof/rights.h"
#include "sandbox/sandbox.h"

#define SOURCE_MAX (32 << 20) /* bytes of a file; a larger one is no source */
#define EMBEDDED_MAX \
	(64 << 20) /* bytes of all files of a profile: one can have any number of names (#line) */
#define SOURCE_FILES 256u /* of a request */

/* Of files, whose root is the first descriptor.  Their names follow, each with its NUL. */
struct source_request {
	struct creds creds; /* whose rights they are read with */
	uint64_t room; /* bytes of all of them */
	uint32_t cnt;
	uint32_t script; /* number of the name that perl was started with, from 1 on; 0: not among them */
};

/* Of a script from stdin: that of the process, or the first descriptor if that is the same file. */
struct stdin_request {
	struct creds creds;
	struct place_id id;
	int64_t own_from; /* where the descriptor was when the process was started */
	uint32_t tgid;
	uint32_t pad;
};

/* The answer to both: for each file this, and its text. */
struct source_answer {
	int64_t len; /* -errno: it can't be had */
	int64_t mtime;
	int64_t changed_ns; /* when its text, name or rights last changed */
	uint64_t is_pmc; /* it is the text of the .pmc, which perl takes in place of the .pm */
};

extern const struct sandbox_task source_task, stdin_task;

#endif
