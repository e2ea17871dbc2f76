/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The commands: each returns the exit status (docs: 0 done, 1 failed, 2 usage, 3 nothing to
 * record, 4 recorded with losses) and prints its own errors.
 */
#ifndef NYTPROF_COMMAND_H
#define NYTPROF_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>

struct options;

enum exit_status {
	STATUS_DONE = 0,
	STATUS_FAILED = 1,
	STATUS_USAGE = 2,
	STATUS_NOTHING = 3,
	STATUS_LOSSES = 4,
	STATUS_NOT_EXECUTABLE = 126,
	STATUS_NOT_FOUND = 127,
	STATUS_AGAIN = 256, /* no exit status: it is to be run once more, see renewal.h */
};

int run_record(struct options *options);
int run_report(const struct options *options);
int run_ctl(const struct options *options);
int run_doctor(const struct options *options);
int run_dump(const struct options *options);

/* What keeps a recording from working at all: -EPERM with err set. */
struct error;
int check_rights(struct error *err);

/* What is done without, as capabilities are missing that not every recording needs. */
void rights_each_lacking(void (*say)(const char *text));

/*
 * Leaves the calling thread, for good, with what a recording needs that has begun, and what it needs besides.
 */
enum rights {
	RIGHTS_FILES = 1, /* it writes into directories that may be others' */
	RIGHTS_OTHERS = 2, /* its files, and the command, may be others' */
};
void drop_rights(unsigned besides);

/* Leaves the calling thread, and those that it starts, with no capability at all.  -errno. */
int drop_all_rights(void);

#endif
