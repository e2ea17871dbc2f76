/* SPDX-License-Identifier: GPL-2.0-or-later */
/* System calls that are about a file. */
#ifndef NYTPROF_FILE_CALLS_H
#define NYTPROF_FILE_CALLS_H

#include <stddef.h>
#include <stdint.h>

struct file_call {
	int nr; /* of the system call */
	uint8_t how; /* KEVENT_CALL_FD ..., KEVENT_CALL_OPEN */
	const char *verb; /* what people read: "open" */
};

/* All of them. cnt: how many. */
const struct file_call *file_calls(size_t *cnt);

/* NULL: the call with this number is none of them. */
const char *file_call_verb(int nr);

#endif
