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
#include "options/event_options.h"
#include "options/group_options.h"
#include "options/host_options.h"
#include "options/metrics_options.h"
#include "options/nytprof_options.h"
#include "options/option_table.h"
#include "options/push_options.h"
#include "options/slow_options.h"
#include "options/trace_options.h"

struct error;

enum command {
#define NUMBER(id, name) COMMAND_##id,
	COMMANDS(NUMBER)
#undef NUMBER
	COMMAND_VERSION,
	COMMAND_NONE, /* no command was given */
};

#define PIDS_MAX     64
#define RATE_MAX     10000 /* samples per second, at most */
#define RATE_USUAL   99 /* and by default */
#define OVERHEAD_MIN 0.1 /* percent: less can't be measured, */
#define OVERHEAD_MAX 10000 /* and more is no limit */

/* Are waits recorded? */
enum off_cpu {
	OFF_CPU_USUAL, /* not said: with samples */
	OFF_CPU_YES,
	OFF_CPU_NO,
};

#define BURST_OVERHEAD	   5 /* percent, if nothing is said, */
#define BURST_OVERHEAD_MAX 100 /* and at most */

struct options {
	enum command command;
	enum command about; /* COMMAND_HELP: the command to explain; COMMAND_NONE: all of them */
	pid_t pids[PIDS_MAX];
	size_t pid_cnt;
	char **argv; /* the command to run, the files to report, the verb of ctl; NULL at the end */
	int argc; /* number of words in argv */
	double duration; /* seconds, 0: no limit */
	unsigned top; /* report: how many subs and lines */
	unsigned sort; /* report: the order of subs, an enum report_sort, */
	char sort_event[EVENT_NAME_SIZE]; /* with that of an event: its name, */
	unsigned sort_measure; /* and an enum report_measure */
	unsigned depth; /* report: levels of callers */
	bool all_lines; /* report: all source */
	bool leaks; /* report: what is still there */
	bool idle; /* report: with what waits for events */
	bool merged; /* report: the sum of all files */
	bool of_directory; /* the files are some of a directory: one that has gone meanwhile is left out */
	bool batch; /* top: no screen */
	bool service; /* top: what a recorder samples */
	unsigned rounds; /* top: tables to print; 0: no limit */
	unsigned view; /* top: what is shown first: 0 subs, 1 lines, 2 processes */
	bool json; /* dump: output for programs */
	bool locals; /* dump: with the variables in scope */
	bool values; /* dump: with the values of variables */
	int before_dashes; /* diff: so many words stand before "--"; 0: it is not there */
	bool svg; /* diff: write a flame graph */
	bool repair; /* verify: write what can be read */
	bool strict;
	bool sql; /* statements for databases are recorded */
	bool no_children; /* --pid: only the named processes */
	bool html; /* a page beside the profile, or in place of the report */
	bool no_source; /* savesrc=0; no other option overrides it */
	bool empty_probes;
	bool unsafe_nops;
	bool no_stubs;
	bool has_mode; /* --mode was given */
	bool to_stdout; /* the profile: see ondemand/tracer.h */
	bool sampled; /* --mode=sample */
	bool burst; /* --mode=burst */
	bool live; /* top: what is recorded is shown, and no profile is written */
	enum off_cpu off_cpu; /* --off-cpu, --no-off-cpu */
	double off_cpu_min; /* seconds */
	int64_t since, until; /* list, report and others: seconds since the epoch; 0: not given */
	struct moments {
		int64_t from, to; /* seconds since the epoch; 0: open */
	} old, new; /* diff: the times of both sides */
	unsigned rate; /* samples per second; 0: not given */
	double overhead; /* the budget of --overhead, in percent; 0: no limit */
	enum log_level log_level; /* the last one of --log-level, -v and -q */
	const char *config; /* name of the configuration file; NULL: none */
	struct host_options all;
	struct metrics_options metrics;
	struct push_options push;
	struct slow_options slow;
	struct trace_options trace;
	struct group_options group; /* of a recording */
	struct event_options event;
	struct nytprof_options nytprof;
	/* The sources of the options. */
	const char *said[OPTION_CNT]; /* the value in the file or the arguments; NULL: not given */
	int words;
	char **word;
	char **operands; /* the words that are neither options nor the command to run */
	const char *env;
	char *text; /* text of the configuration file, which values point into */
	char *text_again; /* the same of the last reload */
	unsigned adopted; /* how often there was one */
};

/*
 * Reads the environment variable NYTPROF (env; NULL: not set), then the file of --config, then the
 * arguments. A later source overrides an earlier one. -EINVAL with err set. The options point into
 * argv and env.
 */
int options_parse(struct options *o, int argc, char **argv, const char *env, struct error *err);
void options_release(struct options *o);

/*
 * Parses the same sources again into other options, with the file as it is now. Both must be
 * released.
 */
int options_parse_again(const struct options *o, struct options *fresh, struct error *err);

int options_forkdepth(const struct options *o); /* generations to record; below 0: all */
/* What is behind "sub:" in --group-by; NULL: it is not given. */
const char *options_group_by(const struct options *o);
unsigned options_rate(const struct options *o); /* samples per second; 0: no sampling */
bool options_off_cpu(const struct options *o); /* are waits recorded? */
enum log_level options_log_level(const struct options *o); /* the level that was asked for */

/* Has --all filters, or can a reload add some? */
bool options_may_filter(const struct options *o);

#endif
