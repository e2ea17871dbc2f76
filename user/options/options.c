// SPDX-License-Identifier: GPL-2.0-or-later
/* getopt_long into a struct. */
#include "options/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options/option_table.h"
#include "options/duration.h"
#include "util/error.h"
#include "options/nearest.h"

enum {
	OPT_MODE = 256,
	OPT_STRICT,
	OPT_EMPTY_PROBES,
	OPT_UNSAFE_NOPS,
	OPT_NYTPROF,
	OPT_TOP,
	OPT_NO_CHILDREN,
	OPT_NO_SOURCE,
	OPT_VERSION,
	OPT_CONFIG,
	OPT_LOG_LEVEL,
	OPT_METRICS_FIRST, /* and on: enum metrics_option */
	OPT_ALL_FIRST = OPT_METRICS_FIRST + METRICS_OPTION_CNT, /* and on: enum all_option */
	OPT_NYTPROF_FIRST = 512, /* and on: NYTProf's own, in the order of nytprof_option_name */
};

static const struct option own_options[] = {
	{ "pid", required_argument, NULL, 'p' },
	{ "duration", required_argument, NULL, 'd' },
	{ "output", required_argument, NULL, OPT_NYTPROF_FIRST }, /* as --file */
	{ "mode", required_argument, NULL, OPT_MODE },
	{ "strict", no_argument, NULL, OPT_STRICT },
	{ "empty-probes", no_argument, NULL, OPT_EMPTY_PROBES },
	{ "unsafe-nops", no_argument, NULL, OPT_UNSAFE_NOPS },
	{ "nytprof", required_argument, NULL, OPT_NYTPROF },
	{ "top", required_argument, NULL, OPT_TOP },
	{ "no-children", no_argument, NULL, OPT_NO_CHILDREN },
	{ "no-source", no_argument, NULL, OPT_NO_SOURCE },
	{ "all", no_argument, NULL, OPT_ALL_FIRST + ALL_ON },
	{ "comm", required_argument, NULL, OPT_ALL_FIRST + ALL_COMM },
	{ "exe", required_argument, NULL, OPT_ALL_FIRST + ALL_EXE },
	{ "uid", required_argument, NULL, OPT_ALL_FIRST + ALL_UID },
	{ "cgroup", required_argument, NULL, OPT_ALL_FIRST + ALL_CGROUP },
	{ "container", required_argument, NULL, OPT_ALL_FIRST + ALL_CONTAINER },
	{ "match", required_argument, NULL, OPT_ALL_FIRST + ALL_MATCH },
	{ "output-dir", required_argument, NULL, OPT_ALL_FIRST + ALL_OUTPUT_DIR },
	{ "max-size", required_argument, NULL, OPT_ALL_FIRST + ALL_MAX_SIZE },
	{ "keep", required_argument, NULL, OPT_ALL_FIRST + ALL_KEEP },
	{ "interval", required_argument, NULL, OPT_ALL_FIRST + ALL_INTERVAL },
	{ "owner", required_argument, NULL, OPT_ALL_FIRST + ALL_OWNER },
	{ "program-files", required_argument, NULL, OPT_ALL_FIRST + ALL_PROGRAM_FILES },
	{ "listen", required_argument, NULL, OPT_METRICS_FIRST + METRICS_LISTEN },
	{ "metrics-file", required_argument, NULL, OPT_METRICS_FIRST + METRICS_FILE },
	{ "merge", required_argument, NULL, OPT_ALL_FIRST + ALL_MERGE },
	{ "config", required_argument, NULL, OPT_CONFIG },
	{ "log-level", required_argument, NULL, OPT_LOG_LEVEL },
	{ "verbose", no_argument, NULL, 'v' },
	{ "quiet", no_argument, NULL, 'q' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, OPT_VERSION },
};

#define OWN_CNT (sizeof(own_options) / sizeof(own_options[0]))

void options_fill(struct option *all)
{
	size_t cnt, i;

	memcpy(all, own_options, sizeof(own_options));
	for (cnt = OWN_CNT, i = 0; nytprof_option_name(i) && cnt < OPTIONS_MAX - 1; i++, cnt++)
		all[cnt] = (struct option){ nytprof_option_name(i), required_argument, NULL,
					    OPT_NYTPROF_FIRST + (int)i };
	memset(&all[cnt], 0, sizeof(all[cnt]));
}

static int parse_pids(struct options *o, const char *text, struct error *err)
{
	const char *p = text;

	if (strpbrk(text, " \t\n") && !text[strspn(text, "0123456789, \t\n")])
		return error_set(
			err, EINVAL,
			"--pid: process ids are parted by commas, as pgrep -d, does, and by "
			"nothing else");
	do {
		char *end;
		long pid = strtol(p, &end, 10);

		if (end == p || (*end && *end != ',') || pid <= 0 || pid > (1 << 22))
			return error_set(err, EINVAL, "--pid=%s: not a process id", text);
		if (o->pid_cnt == PIDS_MAX)
			return error_set(err, EINVAL, "--pid: more than %d processes", PIDS_MAX);
		o->pids[o->pid_cnt++] = (pid_t)pid;
		p = end + 1;
		if (!*end)
			return 0;
	} while (true);
}

static int parse_duration(struct options *o, const char *text, struct error *err)
{
	if (duration_parse(text, &o->duration) || o->duration <= 0)
		return error_set(
			err, EINVAL,
			"--duration=%s: not a number of seconds above 0, nor one with " DURATION_UNITS,
			text);
	return 0;
}

static int parse_mode(struct options *o, const char *text, struct error *err)
{
	if (!strcmp(text, "trace"))
		o->nytprof.stmts = true;
	else if (!strcmp(text, "subs"))
		o->nytprof.stmts = false;
	else
		return error_set(err, EINVAL, "--mode=%s: must be trace or subs", text);
	return 0;
}

static int parse_top(struct options *o, const char *text, struct error *err)
{
	char *end;
	long top = strtol(text, &end, 10);

	if (end == text || *end || top < 1 || top > 1000000)
		return error_set(err, EINVAL, "--top=%s: not a number above 0", text);
	o->top = (unsigned)top;
	return 0;
}

static int parse_log_level(struct options *o, const char *text, struct error *err)
{
	static const char *const levels[] = {
		[LOG_LEVEL_QUIET] = "error",   [LOG_LEVEL_WARNING] = "warning",
		[LOG_LEVEL_NORMAL] = "info",   [LOG_LEVEL_VERBOSE] = "debug",
		[LOG_LEVEL_PROBES] = "debug2", [LOG_LEVEL_ALL] = "debug3"
	};
	unsigned i;

	for (i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		if (!strcmp(text, levels[i])) {
			o->log_level = i;
			return 0;
		}
	}
	return error_set(err, EINVAL,
			 "--log-level=%s: must be error, warning, info, debug, debug2 or debug3",
			 text);
}

static bool *flag_of(struct options *o, int opt)
{
	switch (opt) {
	case OPT_NO_CHILDREN:
		return &o->no_children;
	case OPT_NO_SOURCE:
		return &o->no_source;
	case OPT_STRICT:
		return &o->strict;
	case OPT_EMPTY_PROBES:
		return &o->empty_probes;
	case OPT_UNSAFE_NOPS:
		return &o->unsafe_nops;
	case OPT_ALL_FIRST + ALL_ON:
		return &o->all.on;
	default:
		return NULL;
	}
}

/* There are no more of them than that. */
static enum log_level level_at_most_all(unsigned level)
{
	return level < LOG_LEVEL_ALL ? (enum log_level)level : LOG_LEVEL_ALL;
}

/* How often -v was given; not at all only takes back what says the opposite. */
static void parse_verbose(struct options *o, unsigned times)
{
	if (times)
		o->log_level = level_at_most_all(LOG_LEVEL_NORMAL + times);
	else if (o->log_level > LOG_LEVEL_NORMAL)
		o->log_level = LOG_LEVEL_NORMAL;
}

static void parse_quiet(struct options *o, bool on)
{
	if (on)
		o->log_level = LOG_LEVEL_QUIET;
	else if (o->log_level == LOG_LEVEL_QUIET)
		o->log_level = LOG_LEVEL_NORMAL;
}

/* An option without a value: how often it was given.  A file can also say that it is not. */
static void parse_flag(struct options *o, int opt, unsigned times)
{
	bool *flag = flag_of(o, opt);

	if (flag)
		*flag = times;
	else if (opt == 'v')
		parse_verbose(o, times);
	else if (opt == 'q')
		parse_quiet(o, times);
	else if (opt == 'h' || opt == OPT_VERSION)
		o->command = opt == 'h' ? COMMAND_HELP : COMMAND_VERSION;
}

static int parse_option(struct options *o, int opt, const char *arg, struct error *err)
{
	if (opt >= OPT_ALL_FIRST && opt < OPT_ALL_FIRST + ALL_OPTION_CNT)
		return all_option_set(&o->all, (enum all_option)(opt - OPT_ALL_FIRST), arg, err);
	if (opt >= OPT_METRICS_FIRST && opt < OPT_METRICS_FIRST + METRICS_OPTION_CNT)
		return metrics_option_set(&o->metrics,
					  (enum metrics_option)(opt - OPT_METRICS_FIRST), arg, err);
	switch (opt) {
	case 'p':
		return parse_pids(o, arg, err);
	case 'd':
		return parse_duration(o, arg, err);
	case OPT_MODE:
		return parse_mode(o, arg, err);
	case OPT_NYTPROF:
		return nytprof_options_parse(&o->nytprof, arg, err);
	case OPT_TOP:
		return parse_top(o, arg, err);
	case OPT_LOG_LEVEL:
		return parse_log_level(o, arg, err);
	case OPT_CONFIG: /* was read before */
		return 0;
	default:
		return nytprof_option_set(&o->nytprof,
					  nytprof_option_name((size_t)(opt - OPT_NYTPROF_FIRST)),
					  arg, err);
	}
}

int options_take(struct options *o, size_t nr, const char *arg, struct error *err)
{
	int opt = nr < OWN_CNT ? own_options[nr].val : OPT_NYTPROF_FIRST + (int)(nr - OWN_CNT);

	o->said[nr] = arg;
	if (nr >= OWN_CNT || own_options[nr].has_arg)
		return parse_option(o, opt, arg, err);
	parse_flag(o, opt, (unsigned)(*arg - '0'));
	return 0;
}

const char *options_key(size_t nr)
{
	return nr < OWN_CNT ? own_options[nr].name : nytprof_option_name(nr - OWN_CNT);
}

bool option_is_flag(size_t nr)
{
	return nr < OWN_CNT ? !own_options[nr].has_arg : nytprof_option_is_flag(nr - OWN_CNT);
}

bool option_is_counted(size_t nr)
{
	return nr < OWN_CNT && own_options[nr].val == 'v';
}

bool option_is_first(size_t nr)
{
	switch (nr < OWN_CNT ? own_options[nr].val : 0) {
	case 'h':
	case 'q':
	case 'v':
	case OPT_VERSION:
	case OPT_LOG_LEVEL:
		return true;
	default:
		return false;
	}
}

enum option_place option_place(size_t nr)
{
	switch (nr < OWN_CNT ? own_options[nr].val : 0) {
	case OPT_CONFIG:
		return OPTION_CONFIG;
	case 'h':
	case OPT_VERSION:
	case OPT_TOP:
		return OPTION_NOT_IN_FILE;
	default:
		return OPTION_ANYWHERE;
	}
}

/* ------------------------------------------------------------------ combinations */

static int check_ctl(const struct options *o, struct error *err)
{
	static const char *const verbs[] = { "start", "stop", "flush", "status", "reload" };
	const size_t cnt = sizeof(verbs) / sizeof(verbs[0]);
	size_t i = 0;
	char *end;
	long pid;

	while (o->argc && i < cnt && strcmp(o->argv[0], verbs[i]) != 0)
		i++;
	if (!o->argc || i == cnt)
		return error_set(err, EINVAL,
				 "ctl %s: must be start, stop, flush, status or reload",
				 o->argc ? o->argv[0] : "without a word");
	if (o->argc > 2)
		return error_set(err, EINVAL, "ctl: \"%s\" is not expected", o->argv[2]);
	if (o->argc < 2)
		return 0;
	pid = strtol(o->argv[1], &end, 10);
	if (end == o->argv[1] || *end || pid <= 0 || pid > (1 << 22))
		return error_set(err, EINVAL, "ctl %s %s: not a process id", o->argv[0],
				 o->argv[1]);
	return 0;
}

int options_check(const struct options *o, struct error *err)
{
	if (o->command == COMMAND_DOCTOR && o->argc)
		return error_set(err, EINVAL, "doctor: \"%s\" is not expected", o->argv[0]);
	if (o->command == COMMAND_CTL)
		return check_ctl(o, err);
	if (o->command != COMMAND_RECORD)
		return 0;
	if ((o->pid_cnt || o->all.on) && o->argc)
		return error_set(err, EINVAL, "either --%s or a command, not both",
				 o->pid_cnt ? "pid" : "all");
	if (o->pid_cnt && o->all.on)
		return error_set(err, EINVAL, "either --pid or --all, not both");
	if (o->no_children && !o->pid_cnt)
		return error_set(err, EINVAL, "--no-children belongs to --pid");
	if (!o->pid_cnt && !o->argc && !o->all.on)
		return error_set(err, EINVAL,
				 "nothing to record: give --pid PID, --all, or -- COMMAND");
	if (host_options_check(&o->all, err))
		return -EINVAL;
	if (!o->nytprof.stmts && !o->nytprof.subs)
		return error_set(err, EINVAL, "stmts=0 and subs=0: nothing is left to record");
	return 0;
}

static const char *command_word(size_t i)
{
	static const char *const words[] = { [COMMAND_RECORD] = "record",
					     [COMMAND_REPORT] = "report",
					     [COMMAND_DOCTOR] = "doctor",
					     [COMMAND_CTL] = "ctl",
					     [COMMAND_HELP] = "help" };

	return i < sizeof(words) / sizeof(words[0]) ? words[i] : NULL;
}

/* A path or another program's name is not one. */
enum command options_take_command(int *argc, char ***argv)
{
	size_t i;

	for (i = 0; *argc > 1 && command_word(i); i++) {
		if (strcmp((*argv)[1], command_word(i)) != 0)
			continue;
		(*argv)[1] = (*argv)[0];
		++*argv;
		--*argc;
		return (enum command)i;
	}
	return COMMAND_NONE;
}

int options_refuse_word(const struct options *o, const char *word, struct error *err)
{
	static const char *const to_come[] = { "verify", "export", "merge", "diff", "top", "dump" };
	const char *near;
	size_t i;

	for (i = 0; i < sizeof(to_come) / sizeof(to_come[0]); i++) {
		if (!strcmp(word, to_come[i]))
			return error_set(err, EINVAL, "\"%s\" is not there yet", word);
	}
	if (o->pid_cnt && !word[strspn(word, "0123456789")])
		return error_set(err, EINVAL,
				 "\"%s\" is not expected: process ids are parted by commas, as "
				 "pgrep -d, does",
				 word);
	near = nearest_name(word, command_word);
	if (near)
		return error_set(err, EINVAL, "unknown command '%s'; did you mean '%s'?", word,
				 near);
	return error_set(err, EINVAL, "\"%s\" is not expected: a command to run goes behind \"--\"",
			 word);
}

void options_init(struct options *o)
{
	memset(o, 0, sizeof(*o));
	o->top = 15;
	o->log_level = LOG_LEVEL_NORMAL;
	host_options_init(&o->all);
	nytprof_options_init(&o->nytprof);
}

enum log_level options_log_level(const struct options *o)
{
	if (o->nytprof.trace > 0 && o->log_level == LOG_LEVEL_NORMAL)
		return level_at_most_all(LOG_LEVEL_NORMAL + (unsigned)o->nytprof.trace);
	return o->log_level;
}

bool options_may_filter(const struct options *o)
{
	return o->all.on && (o->config || host_options_filter(&o->all));
}

void options_release(struct options *o)
{
	free(o->text);
	free(o->text_again);
	free(o->operands);
	o->text = o->text_again = NULL;
	o->operands = NULL;
	nytprof_options_release(&o->nytprof);
}
