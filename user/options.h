/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command line, as data.
 */
#ifndef NYTPROF_OPTIONS_H
#define NYTPROF_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "all_options.h"
#include "metrics_options.h"
#include "nytprof_options.h"

struct error;

enum command {
	COMMAND_RECORD,
	COMMAND_REPORT,
	COMMAND_DOCTOR,
	COMMAND_CTL,
	COMMAND_HELP,
	COMMAND_VERSION,
};

#define PIDS_MAX 64

struct options {
	enum command command;
	pid_t pids[PIDS_MAX];
	size_t pid_cnt;
	char **argv; /* the command to run, the files to report, the verb of ctl; NULL-terminated */
	int argc; /* of them */
	double duration; /* seconds, 0: no limit */
	unsigned top; /* report: how many subs and lines */
	bool strict;
	bool no_source; /* savesrc=0, which nothing undoes */
	bool empty_probes;
	bool unsafe_nops;
	bool verbose;
	bool quiet;
	struct all_options all;
	struct metrics_options metrics;
	struct nytprof_options nytprof;
};

/*
 * Reads the arguments, after the environment variable NYTPROF (given as env, NULL: not set).
 * -EINVAL with err set.  The options point into argv.
 */
int options_parse(struct options *o, int argc, char **argv, const char *env, struct error *err);
void options_release(struct options *o);

void options_print_help(void); /* on stdout */

#endif
