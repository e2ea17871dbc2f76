/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A dump for people and for programs. */
#ifndef NYTPROF_DUMP_SHOW_H
#define NYTPROF_DUMP_SHOW_H

#include <stdio.h>

#include "dump/dump.h"
#include "waits/wait.h"

/* What the thread of an interpreter does. */
struct shown_wait {
	struct wait wait;
	char object[WAIT_TEXT]; /* "": not known */
	uint64_t since_ns; /* 0: not known */
};

/* waits: one for each interpreter, with .wait.tid 0 where no thread is known. */
void show_text(const struct dump *dump, pid_t pid, const struct shown_wait *waits, FILE *out);
void show_json(const struct dump *dump, pid_t pid, const struct shown_wait *waits, FILE *out);

/* What is said of a stack that moved, or is not all there; NULL: nothing. */
const char *show_motion(const struct dump_interp *interp);

#endif
