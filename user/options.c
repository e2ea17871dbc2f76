// SPDX-License-Identifier: GPL-2.0-or-later
/* getopt_long into a struct. */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "option_table.h"
#include "util/error.h"

enum {
	OPT_MODE = 256,
	OPT_STRICT,
	OPT_EMPTY_PROBES,
	OPT_UNSAFE_NOPS,
	OPT_NYTPROF,
	OPT_TOP,
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
	{ "mode", required_argument, NULL, OPT_MODE },
	{ "strict", no_argument, NULL, OPT_STRICT },
	{ "empty-probes", no_argument, NULL, OPT_EMPTY_PROBES },
	{ "unsafe-nops", no_argument, NULL, OPT_UNSAFE_NOPS },
	{ "nytprof", required_argument, NULL, OPT_NYTPROF },
	{ "top", required_argument, NULL, OPT_TOP },
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
	char *end;

	o->duration = strtod(text, &end);
	if (end == text || *end || !(o->duration > 0 && o->duration < 1e9))
		return error_set(err, EINVAL, "--duration=%s: not a number of seconds above 0",
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
	static const char *const levels[] = { [LOG_LEVEL_QUIET] = "error",
					      [LOG_LEVEL_WARNING] = "warning",
					      [LOG_LEVEL_NORMAL] = "info",
					      [LOG_LEVEL_VERBOSE] = "debug" };
	unsigned i;

	for (i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		if (!strcmp(text, levels[i])) {
			o->log_level = i;
			return 0;
		}
	}
	return error_set(err, EINVAL, "--log-level=%s: must be error, warning, info or debug",
			 text);
}

static bool *flag_of(struct options *o, int opt)
{
	switch (opt) {
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

/* verbose and quiet */
static void parse_loudness(struct options *o, enum log_level level, bool on)
{
	if (on)
		o->log_level = level;
	else if (o->log_level == level)
		o->log_level = LOG_LEVEL_NORMAL;
}

/* An option without a value; a file can also say that it is not given. */
static void parse_flag(struct options *o, int opt, bool on)
{
	bool *flag = flag_of(o, opt);

	if (flag)
		*flag = on;
	else if (opt == 'v' || opt == 'q')
		parse_loudness(o, opt == 'v' ? LOG_LEVEL_VERBOSE : LOG_LEVEL_QUIET, on);
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
	parse_flag(o, opt, *arg == '1');
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
	static const char *const verbs[] = { "start", "stop", "flush", "status" };
	size_t i = 0;
	char *end;
	long pid;

	while (o->argc && i < 4 && strcmp(o->argv[0], verbs[i]) != 0)
		i++;
	if (!o->argc || i == 4)
		return error_set(err, EINVAL, "ctl %s: must be start, stop, flush or status",
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
	if (o->command == COMMAND_REPORT && !o->argc)
		return error_set(err, EINVAL, "report: no file given");
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
	if (!o->pid_cnt && !o->argc && !o->all.on)
		return error_set(err, EINVAL,
				 "nothing to record: give --pid PID, --all, or -- COMMAND");
	if (all_options_check(&o->all, err))
		return -EINVAL;
	if (!o->nytprof.stmts && !o->nytprof.subs)
		return error_set(err, EINVAL, "stmts=0 and subs=0: nothing is left to record");
	return 0;
}

/* A path or another program's name is not one. */
enum command options_take_command(int *argc, char ***argv)
{
	static const struct {
		const char *word;
		enum command command;
	} commands[] = { { "record", COMMAND_RECORD },
			 { "report", COMMAND_REPORT },
			 { "doctor", COMMAND_DOCTOR },
			 { "ctl", COMMAND_CTL },
			 { "help", COMMAND_HELP } };
	size_t i;

	for (i = 0; *argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp((*argv)[1], commands[i].word) != 0)
			continue;
		(*argv)[1] = (*argv)[0];
		++*argv;
		--*argc;
		return commands[i].command;
	}
	return COMMAND_RECORD;
}

int options_refuse_word(const struct options *o, const char *word, struct error *err)
{
	static const char *const to_come[] = { "verify", "export", "merge", "diff", "top", "dump" };
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
	return error_set(err, EINVAL, "\"%s\" is not expected: a command to run goes behind \"--\"",
			 word);
}

void options_init(struct options *o)
{
	memset(o, 0, sizeof(*o));
	o->top = 15;
	o->log_level = LOG_LEVEL_NORMAL;
	all_options_init(&o->all);
	nytprof_options_init(&o->nytprof);
}

enum log_level options_log_level(const struct options *o)
{
	if (o->nytprof.trace > 0 && o->log_level == LOG_LEVEL_NORMAL)
		return LOG_LEVEL_VERBOSE;
	return o->log_level;
}

bool options_may_filter(const struct options *o)
{
	return o->all.on && (o->config || all_options_filter(&o->all));
}

void options_release(struct options *o)
{
	free(o->text);
	free(o->text_again);
	o->text = o->text_again = NULL;
	nytprof_options_release(&o->nytprof);
}

void options_print_help(void)
{
	/* clang-format off */
	fputs(
"Profiles perl programs as they run, and writes NYTProf files.\n"
"\n"
"  nytprof-bpf [record] [OPTIONS] --pid PID[,PID...]   until Ctrl-C, --duration or its end\n"
"  nytprof-bpf [record] [OPTIONS] -- COMMAND [ARG...]  to the command's end\n"
"  nytprof-bpf [record] [OPTIONS] --all [FILTERS]      every perl on the host, now and later\n"
"  nytprof-bpf report [--top=N] FILE...                subs and lines, in the terminal\n"
"  nytprof-bpf ctl start|stop|flush|status [PID]       to a recorder that runs\n"
"  nytprof-bpf doctor [--pid PID]                      what this machine and that perl allow\n"
"  nytprof-bpf --version | --help\n"
"\n"
"Recording:\n"
"  -p, --pid=PID[,PID]   processes to attach to; their children are followed\n"
"  -o, --file=FILE       output (nytprof.out); the first process writes FILE, another FILE.PID\n"
"  -d, --duration=SECS   stop after this long\n"
"      --mode=trace|subs every statement and call (trace), or every call only\n"
"      --strict          exit with status 4 when anything could not be recorded\n"
"      --listen=ADDR:PORT  metrics for Prometheus there, at /metrics; a PORT alone: for this machine\n"
"      --metrics-file=FILE  the same into a file, for node_exporter, once in an --interval\n"
"      --no-source       no source text is read or written, whatever savesrc is\n"
"      --empty-probes    for benchmarks: the probes do nothing, and nothing is recorded\n"
"      --unsafe-nops     for a perl built with nops, on Linux 6.18 to 7.1, and a program that never\n"
"                        forks: what it forks is killed (docs/perl-builds.md)\n"
"      --nytprof=A=B:C=D options in the form of the environment variable NYTPROF, which is\n"
"                        read as well; each of them also as --name=value\n"
"With --all, where all filters that are given must hold:\n"
"      --comm=NAME --uid=USER --exe=PATTERN            the process's name, user, executable\n"
"      --match=REGEX                                   its command line (the first 511 bytes)\n"
"      --cgroup=PATH --container=ID                    it, and those below; an id, or its begin\n"
"      --output-dir=DIR  a file for each process there (/var/lib/nytprof-bpf)\n"
"      --max-size=SIZE --keep=N  of all files, the oldest go first (1G, 10000; 0: no limit)\n"
"      --interval=SECS   how often they are written while processes run (60)\n"
"      --owner=root|target  whose the files are (root)\n"
"      --program-files=yes|no  does a program say where its profile goes? (no)\n"
"      --merge=unit|container  one more file for each of these, the sum of its processes\n"
"Options in a file, and what is said:\n"
"      --config=FILE     key = value, one a line: these options without \"--\", yes or no for\n"
"                        those without a value; the command line goes over it\n"
"      --log-level=error|warning|info|debug  which messages (info)\n"
"  -v, --verbose         debug: name every probe, its place and its price\n"
"  -q, --quiet           error\n"
"\n"
"NYTProf's options that have an effect here: addpid addtimestamp blocks calls clock compress file\n"
"forkdepth leave log nameanonsubs nameevals savesrc slowops start stmts subs trace.\n"
"Exit status: 0 recorded (with a command: its own), 1 failed, 2 usage, 3 nothing to\n"
"record, 4 recorded with losses under --strict.\n", stdout);
	/* clang-format on */
}
