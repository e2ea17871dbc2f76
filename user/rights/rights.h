/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The agent's own capabilities. */
#ifndef NYTPROF_AGENT_RIGHTS_H
#define NYTPROF_AGENT_RIGHTS_H

struct error;

/* What keeps a recording from working at all: -EPERM with err set. */
int check_rights(struct error *err);

/* What is done without, as capabilities are missing that not every recording needs. */
void rights_each_lacking(void (*say)(const char *text));

/*
 * Takes from the calling thread, for good, all capabilities but those that a running recording
 * needs. besides: a set of enum rights.
 */
enum rights {
	RIGHTS_FILES = 1, /* it writes into directories that may be others' */
	RIGHTS_OTHERS = 2, /* its files, and the command, may be others' */
	RIGHTS_PERF_UPROBES =
		4, /* it attaches uprobes as perf events: before Linux 6.6 that takes CAP_SYS_ADMIN */
};
void drop_rights(unsigned besides);

/* Leaves the calling thread, and those that it starts, with no capability at all.  -errno. */
int drop_all_rights(void);

#endif
