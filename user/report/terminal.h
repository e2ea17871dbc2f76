/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a report goes: stdout, through a pager if that is a terminal. Text that drives the terminal
 * passes, so whoever writes to it cleans what comes from a target.
 */
#ifndef NYTPROF_REPORT_TERMINAL_H
#define NYTPROF_REPORT_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct terminal {
	FILE *out;
	pid_t pager; /* 0: none */
	unsigned width; /* columns: $COLUMNS, or those of the terminal, or 80 */
	bool fit; /* nothing may be wider: it is a terminal, or $COLUMNS is set */
	bool colour; /* it is a terminal, $NO_COLOR is not set and $TERM is not dumb */
};

/*
 * The pager is $PAGER, run by the shell, or less; none if $PAGER is empty or cat. -errno: stdout
 * can't be used.
 */
int terminal_open(struct terminal *t);

/* Waits for the pager. -errno: not all was written. */
int terminal_close(struct terminal *t);

#endif
