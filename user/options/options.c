// SPDX-License-Identifier: GPL-2.0-or-later
/* What the options mean that belong to no other file. */
#include "options/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "options/duration.h"
#include "options/moment.h"
#include "options/option_table.h"
#include "options/options_take.h"
#include "util/error.h"
#include "text/nearest.h"

static int parse_pids(struct options *o, const char *text, struct error *err)
{
	const char *p = text;

	if (strpbrk(text, " \t\n") && !text[strspn(text, "0123456789, \t\n")])
		return error_set(err, EINVAL,
				 "--pid: separate process ids with commas only, as pgrep -d, does");
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
		return error_set(err, EINVAL,
				 "--duration=%s: must be a number of seconds above 0, "
				 "or one with " DURATION_UNITS,
				 text);
	return 0;
}

static int parse_moment(int64_t *moment, const char *name, const char *text, struct error *err)
{
	return moment_parse(text, time(NULL), moment) ?
		       error_set(err, EINVAL, "--%s=%s: must be a time as " MOMENT_FORMS, name,
				 text) :
		       0;
}

/* FROM..TO, of which one may be left out. */
static int parse_moments(struct moments *m, const char *name, const char *text, struct error *err)
{
	const char *dots = strstr(text, "..");
	char from[64];
	int rc = !dots || (size_t)(dots - text) >= sizeof(from) || strlen(text) == 2;

	*m = (struct moments){};
	if (!rc) {
		snprintf(from, sizeof(from), "%.*s", (int)(dots - text), text);
		rc = *from && moment_parse(from, time(NULL), &m->from);
		rc = rc || (dots[2] && moment_parse(dots + 2, time(NULL), &m->to));
	}
	if (rc)
		return error_set(err, EINVAL,
				 "--%s=%s: must be FROM..TO, each a time as " MOMENT_FORMS, name,
				 text);
	if (m->from && m->to && m->from > m->to)
		return error_set(err, EINVAL, "--%s=%s: begins later than it ends", name, text);
	return 0;
}

static int parse_mode(struct options *o, const char *text, struct error *err)
{
	o->has_mode = true;
	o->sampled = !strcmp(text, "sample");
	o->burst = !strcmp(text, "burst");
	if (!strcmp(text, "trace") || o->burst)
		o->nytprof.stmts = true;
	else if (!strcmp(text, "subs"))
		o->nytprof.stmts = false;
	else if (!o->sampled)
		return error_set(err, EINVAL, "--mode=%s: must be trace, subs, sample or burst",
				 text);
	return 0;
}

static int parse_rate(struct options *o, const char *text, struct error *err)
{
	char *end;
	long rate = strtol(text, &end, 10);

	if (end == text || *end || rate < 1 || rate > RATE_MAX)
		return error_set(err, EINVAL,
				 "--rate=%s: not a number of samples a second from 1 to %d", text,
				 RATE_MAX);
	o->rate = (unsigned)rate;
	return 0;
}

/* "20" or "20%" */
static int parse_overhead(struct options *o, const char *text, struct error *err)
{
	char *end;

	o->overhead = strtod(text, &end);
	if (end != text && !strcmp(end, "%"))
		end++;
	if (end == text || *end || !(o->overhead >= OVERHEAD_MIN && o->overhead <= OVERHEAD_MAX))
		return error_set(err, EINVAL, "--overhead=%s: not a percentage from %g to %d", text,
				 OVERHEAD_MIN, OVERHEAD_MAX);
	return 0;
}

#define OFF_CPU_MIN_MAX 4 /* seconds: fits into 32 bits of nanoseconds */

static int parse_off_cpu_min(struct options *o, const char *text, struct error *err)
{
	double seconds;

	if (duration_parse(text, &seconds) || seconds < 0 || seconds > OFF_CPU_MIN_MAX)
		return error_set(err, EINVAL, "--off-cpu-min=%s: not a time from 0 to %d s, as 5ms",
				 text, OFF_CPU_MIN_MAX);
	o->off_cpu_min = seconds;
	return 0;
}

static int parse_above_0(unsigned *to, const char *name, const char *text, struct error *err)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (end == text || *end || value < 1 || value > 1000000)
		return error_set(err, EINVAL, "--%s=%s: not a number above 0", name, text);
	*to = (unsigned)value;
	return 0;
}

/*
 * In the order of enum report_sort, which begins with that of no word, and ends with that of an
 * event.
 */
static int parse_sort(struct options *o, const char *text, struct error *err)
{
	static const char *const words[] = { "excl", "incl", "calls", "each", "wait", "name" };
	unsigned i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(text, words[i])) {
			o->sort = i + 1;
			return 0;
		}
	}
	if (event_option_split(text, o->sort_event, &o->sort_measure)) {
		o->sort = i + 1;
		return 0;
	}
	return error_set(
		err, EINVAL,
		"--sort=%s: must be excl, incl, calls, each, wait, name or an event, such as "
		"page-faults, syscalls:time, files:bytes or syscalls:errors",
		text);
}

static int parse_rounds(struct options *o, const char *text, struct error *err)
{
	char *end;
	long rounds = strtol(text, &end, 10);

	if (end == text || *end || rounds < 1 || rounds > 1000000000)
		return error_set(err, EINVAL, "--rounds=%s: not a number above 0", text);
	o->rounds = (unsigned)rounds;
	o->batch = true;
	return 0;
}

static int parse_view(struct options *o, const char *text, struct error *err)
{
	static const char *const views[] = { "subs", "lines", "processes" };

	for (o->view = 0; o->view < 3; o->view++) {
		if (!strcmp(text, views[o->view]))
			return 0;
	}
	return error_set(err, EINVAL, "--view=%s: must be subs, lines or processes", text);
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

static bool *flag_of(struct options *o, size_t nr)
{
	switch (nr) {
	case OPTION_JSON:
		return &o->json;
	case OPTION_LOCALS:
		return &o->locals;
	case OPTION_VALUES:
		return &o->values;
	case OPTION_SVG:
		return &o->svg;
	case OPTION_REPAIR:
		return &o->repair;
	case OPTION_BATCH:
		return &o->batch;
	case OPTION_SERVICE:
		return &o->service;
	case OPTION_LEAKS:
		return &o->leaks;
	case OPTION_IDLE:
		return &o->idle;
	case OPTION_MERGED:
		return &o->merged;
	case OPTION_NO_CHILDREN:
		return &o->no_children;
	case OPTION_HTML:
		return &o->html;
	case OPTION_ALL_LINES:
		return &o->all_lines;
	case OPTION_NO_SOURCE:
		return &o->no_source;
	case OPTION_SQL:
		return &o->sql;
	case OPTION_STRICT:
		return &o->strict;
	case OPTION_EMPTY_PROBES:
		return &o->empty_probes;
	case OPTION_UNSAFE_NOPS:
		return &o->unsafe_nops;
	case OPTION_NO_STUBS:
		return &o->no_stubs;
	case OPTION_ALL:
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
static void parse_flag(struct options *o, size_t nr, unsigned times)
{
	bool *flag = flag_of(o, nr);

	if (flag)
		*flag = times;
	else if (nr == OPTION_OFF_CPU || nr == OPTION_NO_OFF_CPU)
		o->off_cpu = (nr == OPTION_OFF_CPU) == (times != 0) ? OFF_CPU_YES : OFF_CPU_NO;
	else if (nr == OPTION_VERBOSE)
		parse_verbose(o, times);
	else if (nr == OPTION_QUIET)
		parse_quiet(o, times);
	else if (nr == OPTION_HELP || nr == OPTION_VERSION)
		o->command = nr == OPTION_HELP ? COMMAND_HELP : COMMAND_VERSION;
}

static int parse_value(struct options *o, size_t nr, const char *arg, struct error *err)
{
	switch (nr) {
	case OPTION_PID:
		return parse_pids(o, arg, err);
	case OPTION_OUTPUT:
		return nytprof_option_set(&o->nytprof, "file", arg, err);
	case OPTION_DURATION:
		return parse_duration(o, arg, err);
	case OPTION_SINCE:
		return parse_moment(&o->since, "since", arg, err);
	case OPTION_UNTIL:
		return parse_moment(&o->until, "until", arg, err);
	case OPTION_OLD:
		return parse_moments(&o->old, "old", arg, err);
	case OPTION_NEW:
		return parse_moments(&o->new, "new", arg, err);
	case OPTION_MODE:
		return parse_mode(o, arg, err);
	case OPTION_RATE:
		return parse_rate(o, arg, err);
	case OPTION_EVENT:
		return event_option_set(&o->event, arg, err);
	case OPTION_GROUP_ARG:
		return group_arg_set(&o->group, arg, err);
	case OPTION_OVERHEAD:
		return parse_overhead(o, arg, err);
	case OPTION_OFF_CPU_MIN:
		return parse_off_cpu_min(o, arg, err);
	case OPTION_NYTPROF:
		return nytprof_options_parse(&o->nytprof, arg, err);
	case OPTION_TOP:
	case OPTION_LIMIT:
		return parse_above_0(&o->top, option_name(nr), arg, err);
	case OPTION_DEPTH:
		return parse_above_0(&o->depth, option_name(nr), arg, err);
	case OPTION_SORT:
		return parse_sort(o, arg, err);
	case OPTION_ROUNDS:
		return parse_rounds(o, arg, err);
	case OPTION_VIEW:
		return parse_view(o, arg, err);
	case OPTION_LOG_LEVEL:
		return parse_log_level(o, arg, err);
	default: /* OPTION_CONFIG was read before */
		return 0;
	}
}

int options_take(struct options *o, size_t nr, const char *arg, struct error *err)
{
	o->said[nr] = arg;
	switch (option_set_by(nr)) {
	case OPTION_SET_BY_HOST:
		return host_option_set(&o->all, nr, arg, err);
	case OPTION_SET_BY_METRICS:
		return metrics_option_set(&o->metrics, nr, arg, err);
	case OPTION_SET_BY_PUSH:
		return push_option_set(&o->push, nr, arg, err);
	case OPTION_SET_BY_SLOW:
		return slow_option_set(&o->slow, nr, arg, err);
	case OPTION_SET_BY_TRACE:
		return trace_option_set(&o->trace, nr, arg, err);
	case OPTION_SET_BY_NYTPROF:
		return nytprof_option_set(&o->nytprof, option_name(nr), arg, err);
	case OPTION_SET_BY_OWN:
		break;
	}
	if (option_has(nr, OPTION_HAS_VALUE))
		return parse_value(o, nr, arg, err);
	parse_flag(o, nr, (unsigned)(*arg - '0'));
	return 0;
}

static const char *command_word(size_t i)
{
	static const char *const words[] = {
#define WORD(id, name) [COMMAND_##id] = name,
		COMMANDS(WORD)
#undef WORD
	};

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
	const char *near;

	if (o->pid_cnt && !word[strspn(word, "0123456789")])
		return error_set(err, EINVAL,
				 "unexpected \"%s\": separate process ids with commas, as "
				 "pgrep -d, does",
				 word);
	near = nearest_name(word, command_word);
	if (near)
		return error_set(err, EINVAL, "unknown command '%s'; did you mean '%s'?", word,
				 near);
	return error_set(err, EINVAL, "unexpected \"%s\": put \"--\" before a command to run",
			 word);
}

void options_init(struct options *o)
{
	memset(o, 0, sizeof(*o));
	o->top = 15;
	o->depth = 2;
	o->log_level = LOG_LEVEL_NORMAL;
	host_options_init(&o->all);
	push_options_init(&o->push);
	slow_options_init(&o->slow);
	trace_options_init(&o->trace);
	nytprof_options_init(&o->nytprof);
}

int options_forkdepth(const struct options *o)
{
	return o->sampled && o->no_children ? 0 : o->nytprof.forkdepth;
}

const char *options_group_by(const struct options *o)
{
	return group_by_subs(o->said[OPTION_GROUP_BY]);
}

unsigned options_rate(const struct options *o)
{
	return !o->sampled ? 0 : o->rate ? o->rate : RATE_USUAL;
}

bool options_off_cpu(const struct options *o)
{
	/* How long a call was open can't be told without its waits.  top has columns of them. */
	if (o->off_cpu == OFF_CPU_YES || o->trace.open > 0 || o->live)
		return true;
	/* A trace needs waits to take them off.  Samples have none, but get them. */
	return o->sampled == !o->nytprof.cpu_time && o->off_cpu != OFF_CPU_NO;
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
	trace_options_release(&o->trace);
	o->text = o->text_again = NULL;
	o->operands = NULL;
	nytprof_options_release(&o->nytprof);
}
