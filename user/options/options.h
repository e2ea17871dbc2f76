/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command line, as data.
 */
#ifndef NYTPROF_OPTIONS_H
#define NYTPROF_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "log/log.h"
#include "options/host_options.h"
#include "options/metrics_options.h"
#include "options/nytprof_options.h"
#include "options/option_table.h"

struct error;

enum command {
#define NUMBER(id, name) COMMAND_##id,
	COMMANDS(NUMBER)
#undef NUMBER
	COMMAND_VERSION,
	COMMAND_NONE, /* no word says which */
};

#define PIDS_MAX   64
#define RATE_MAX   10000 /* samples a second, */
#define RATE_USUAL 99 /* and how many there are if nobody says */

struct options {
	enum command command;
	enum command about; /* COMMAND_HELP: what is to be explained, or COMMAND_NONE: everything */
	pid_t pids[PIDS_MAX];
	size_t pid_cnt;
	char **argv; /* the command to run, the files to report, the verb of ctl; NULL-terminated */
	int argc; /* of them */
	double duration; /* seconds, 0: no limit */
	unsigned top; /* report: how many subs and lines */
	bool json; /* dump: for programs, */
	bool locals; /* with the variables in scope, */
	bool values; /* and what they hold */
	bool strict;
	bool no_children; /* --pid: of those that are named only */
	bool no_source; /* savesrc=0, which nothing undoes */
	bool empty_probes;
	bool unsafe_nops;
	bool sampled; /* --mode=sample, */
	unsigned rate; /* so often a second; 0: not said */
	enum log_level log_level; /* of --log-level, -v and -q the last one */
	const char *config; /* the file's name, NULL: none */
	struct host_options all;
	struct metrics_options metrics;
	struct nytprof_options nytprof;
	/* Where that is from. */
	const char *said[OPTION_CNT]; /* the value in the file or the arguments, NULL: none */
	int words;
	char **word;
	char **operands; /* of the words, those that are no options and no command to run */
	const char *env;
	char *text; /* the file's, which values are in */
	char *text_again; /* that of the last reload */
};

/*
 * Reads the environment variable NYTPROF (given as env, NULL: not set), then the file of --config, then the
 * arguments: what comes later goes over what came before.
 * -EINVAL with err set.  The options point into argv and env.
 */
int options_parse(struct options *o, int argc, char **argv, const char *env, struct error *err);
void options_release(struct options *o);

/* The same once more into other options, with the file as it is now; both are to be released. */
int options_parse_again(const struct options *o, struct options *fresh, struct error *err);

int options_forkdepth(const struct options *o); /* generations that are recorded; below 0: all */
unsigned options_rate(const struct options *o); /* samples a second; 0: nothing is sampled */
enum log_level options_log_level(const struct options *o); /* that is asked for */

/* Are there filters of --all, or can there be some after a reload? */
bool options_may_filter(const struct options *o);

#endif
