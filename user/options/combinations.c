// SPDX-License-Identifier: GPL-2.0-or-later
/* Which options go together, and with which command. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "nytprof/kevents.h"
#include "nytprof/settings.h"
#include "options/option_table.h"
#include "options/options_take.h"
#include "util/error.h"

static int check_ctl(const struct options *o, struct error *err)
{
	static const char *const verbs[] = { CTL_VERBS };
	const size_t cnt = sizeof(verbs) / sizeof(verbs[0]);
	size_t i = 0;
	char *end;
	long pid;

	while (o->argc && i < cnt && strcmp(o->argv[0], verbs[i]) != 0)
		i++;
	if (!o->argc || i == cnt)
		return error_set(err, EINVAL, "ctl %s: must be " CTL_VERBS_TEXT,
				 o->argc ? o->argv[0] : "without a request");
	if (!strcmp(o->argv[0], "trace") && o->argc < 2)
		return error_set(err, EINVAL, "ctl trace: which process? Give its PID");
	if (strcmp(o->argv[0], "trace") != 0 && (o->duration > 0 || o->nytprof.file))
		return error_set(err, EINVAL, "--duration and --file belong to ctl trace");
	if (o->argc > 2)
		return error_set(err, EINVAL, "ctl: unexpected \"%s\"", o->argv[2]);
	if (o->argc < 2)
		return 0;
	pid = strtol(o->argv[1], &end, 10);
	if (end == o->argv[1] || *end || pid <= 0 || pid > (1 << 22))
		return error_set(err, EINVAL, "ctl %s %s: not a process id", o->argv[0],
				 o->argv[1]);
	return 0;
}

static int check_dump(const struct options *o, struct error *err)
{
	if (o->argc)
		return error_set(err, EINVAL, "dump: \"%s\" is not expected", o->argv[0]);
	if (!o->pid_cnt)
		return error_set(err, EINVAL, "dump: which process? Give --pid PID");
	if (o->values && !o->locals)
		return error_set(err, EINVAL, "--values belongs to --locals");
	return 0;
}

/* What is watched is sampled as its recorder does it. */
static int check_watching(const struct options *o, struct error *err)
{
	if (o->all.on || host_options_filter(&o->all))
		return error_set(err, EINVAL,
				 "--service shows all that it samples: leave out --all and its "
				 "filters, or --service");
	if (o->pid_cnt > 1)
		return error_set(err, EINVAL, "--service: give one --pid, or none");
	if (o->rate)
		return error_set(err, EINVAL, "--rate: --service has its own");
	if (o->event.events)
		return error_set(err, EINVAL,
				 "--event: --service shows the events that the service counts; set "
				 "event there");
	return 0;
}

static int check_top(const struct options *o, struct error *err)
{
	if (o->argc)
		return error_set(err, EINVAL, "top: \"%s\" is not expected", o->argv[0]);
	if (o->has_mode)
		return error_set(err, EINVAL, "--mode: top always takes samples");
	if (o->service)
		return check_watching(o, err);
	if (o->pid_cnt && o->all.on)
		return error_set(err, EINVAL, "use either --pid or --all, not both");
	if (!o->pid_cnt && !o->all.on)
		return error_set(
			err, EINVAL,
			"top: which processes? Give --pid PID or --all, which take samples of their "
			"own, or --service, which shows those of the service");
	return host_options_check(&o->all, err);
}

static int check_waits(const struct options *o, struct error *err)
{
	if (o->off_cpu_min > 0 && !options_off_cpu(o))
		return error_set(err, EINVAL, "--off-cpu-min belongs to --off-cpu");
	if (o->off_cpu != OFF_CPU_NO)
		return 0;
	if (o->trace.open > 0)
		return error_set(err, EINVAL,
				 "--trace-when=SUB>TIME measures waiting, too: leave out "
				 "--no-off-cpu");
	if (o->nytprof.cpu_time && !o->sampled)
		return error_set(err, EINVAL,
				 "--clock=cpu takes waiting off the times: leave out --no-off-cpu");
	return 0;
}

static int check_list(const struct options *o, struct error *err)
{
	if (o->argc > 1)
		return error_set(err, EINVAL, "list: unexpected \"%s\"", o->argv[1]);
	if (o->since && o->until && o->since > o->until)
		return error_set(err, EINVAL, "--since is later than --until");
	return 0;
}

static int check_report(const struct options *o, struct error *err)
{
	if (!o->html && (o->said[OPTION_FILE] || o->said[OPTION_OUTPUT]))
		return error_set(err, EINVAL, "report: --file belongs to --html");
	if (!o->html && o->no_source)
		return error_set(err, EINVAL, "report: --no-source belongs to --html");
	if (!o->html && o->all_lines && !o->said[OPTION_SOURCE])
		return error_set(err, EINVAL, "report: --all-lines belongs to --html and --source");
	if (o->said[OPTION_SUB] && o->said[OPTION_SOURCE])
		return error_set(err, EINVAL, "report: give either --sub or --source");
	if (group_by_check(o->said[OPTION_GROUP_BY], err))
		return -EINVAL;
	if (o->said[OPTION_GROUP_BY] && (o->html || o->said[OPTION_SUB] || o->said[OPTION_SOURCE]))
		return error_set(
			err, EINVAL,
			"report: --group-by is a table of its own: leave out --html, --sub "
			"and --source");
	if (o->leaks && (o->html || o->said[OPTION_SUB] || o->said[OPTION_SOURCE] ||
			 o->said[OPTION_SORT] || o->said[OPTION_GROUP_BY]))
		return error_set(err, EINVAL,
				 "report: --leaks is a table of its own: leave out --html, --sub, "
				 "--source, --sort and --group-by");
	if (o->html && (o->said[OPTION_SUB] || o->said[OPTION_SOURCE]))
		return error_set(err, EINVAL, "report: the page of --html has all subs and files");
	return 0;
}

/* Whom a recording is about. */
static int check_targets(const struct options *o, struct error *err)
{
	if ((o->pid_cnt || o->all.on) && o->argc)
		return error_set(err, EINVAL, "use either --%s or a command, not both",
				 o->pid_cnt ? "pid" : "all");
	if (o->pid_cnt && o->all.on)
		return error_set(err, EINVAL, "use either --pid or --all, not both");
	if (o->html && o->all.on)
		return error_set(err, EINVAL,
				 "--html: not with --all; make a page of each profile that you "
				 "want to read, with report --html");
	if (o->no_children && !o->pid_cnt)
		return error_set(err, EINVAL, "--no-children needs --pid");
	if (!o->pid_cnt && !o->argc && !o->all.on)
		return error_set(err, EINVAL,
				 "nothing to record: give --pid PID, --all, or -- COMMAND");
	return host_options_check(&o->all, err);
}

static int check_trace_when(const struct options *o, struct error *err)
{
	if (!o->trace.cpu && !(o->trace.open > 0))
		return 0;
	if (!o->sampled)
		return error_set(err, EINVAL, "--trace-when belongs to --mode=sample");
	if (o->argc)
		return error_set(err, EINVAL, "--trace-when belongs to --pid and --all");
	if (o->trace.open > 0 && !o->nytprof.subs)
		return error_set(err, EINVAL, "--trace-when: subs=0 leaves out the calls");
	return 0;
}

/* What is recorded. */
static int check_mode(const struct options *o, struct error *err)
{
	if (o->rate && !o->sampled)
		return error_set(err, EINVAL, "--rate belongs to --mode=sample");
	if (o->overhead > 0 && o->sampled)
		return error_set(err, EINVAL,
				 "--overhead limits a trace; the cost of --mode=sample is set by "
				 "--rate");
	if (o->overhead > 0 && o->empty_probes)
		return error_set(err, EINVAL, "--overhead: --empty-probes measures no cost");
	if (check_trace_when(o, err) || check_waits(o, err))
		return -EINVAL;
	if (o->sampled && o->empty_probes)
		return error_set(err, EINVAL, "--empty-probes: --mode=sample has no probes");
	if (!o->nytprof.stmts && !o->nytprof.subs)
		return error_set(err, EINVAL, "stmts=0 and subs=0: nothing is left to record");
	return 0;
}

/* What counts only in windows, or is not scaled, would be taken for the whole. */
static int check_burst(const struct options *o, struct error *err)
{
	const struct {
		bool given;
		const char *name;
	} others[] = {
		{ o->empty_probes, "--empty-probes" },
		{ o->slow.cnt, "--slow" },
		{ o->sql, "--sql" },
		{ o->event.events, "--event" },
		{ o->off_cpu == OFF_CPU_YES, "--off-cpu" },
		{ o->nytprof.cpu_time, "--clock=cpu" },
		{ o->nytprof.start != START_BEGIN, "start=" },
	};
	size_t i;

	if (o->burst && o->overhead > BURST_OVERHEAD_MAX)
		return error_set(
			err, EINVAL,
			"--overhead=%g: --mode=burst takes at most %d %%; use --mode=trace to "
			"record all the time",
			o->overhead, BURST_OVERHEAD_MAX);
	for (i = 0; o->burst && i < sizeof(others) / sizeof(others[0]); i++) {
		if (others[i].given)
			return error_set(
				err, EINVAL,
				"--mode=burst records in short windows only: leave out %s, or "
				"use --mode=trace",
				others[i].name);
	}
	return 0;
}

static int check_record(const struct options *o, struct error *err)
{
	if (check_targets(o, err) || check_mode(o, err) || check_burst(o, err) ||
	    push_options_check(&o->push, err) || slow_options_check(&o->slow, err))
		return -EINVAL;
	if (o->slow.cnt && o->sampled)
		return error_set(err, EINVAL,
				 "--slow needs every call, and --mode=sample sees few: use "
				 "--mode=trace or --mode=subs, or --trace-when=SUB>TIME");
	if (o->sql && o->sampled)
		return error_set(err, EINVAL,
				 "--sql needs every call, and --mode=sample sees few: use "
				 "--mode=trace or --mode=subs");
	if (o->sql && !o->nytprof.subs)
		return error_set(err, EINVAL, "--sql: subs=0 leaves out the calls");
	if (o->event.events && !o->nytprof.subs)
		return error_set(err, EINVAL, "--event: subs=0 leaves out the calls");
	if (o->event.events & KEVENT_BIT(KEVENT_MALLOC) && o->all.on)
		return error_set(
			err, EINVAL,
			"--event=malloc stops each recorded process at every allocation, which "
			"is too much for all perls of a host: name processes with --pid, or a "
			"command");
	if (o->slow.cnt && !o->nytprof.subs)
		return error_set(err, EINVAL, "--slow: subs=0 leaves out the calls");
	if (o->group.arg && o->sampled)
		return error_set(err, EINVAL,
				 "--group-arg needs every call, and --mode=sample sees few: use "
				 "--mode=trace");
	if (o->group.arg && (!o->nytprof.subs || !o->nytprof.stmts))
		return error_set(err, EINVAL,
				 "--group-arg: the first statement of a sub shows its arguments: "
				 "subs=0, stmts=0 and --mode=subs leave that out");
	return 0;
}

static int check_doctor(const struct options *o, struct error *err)
{
	if (o->argc)
		return error_set(err, EINVAL, "doctor: unexpected \"%s\"", o->argv[0]);
	return 0;
}

int options_check(const struct options *o, struct error *err)
{
	switch (o->command) {
	case COMMAND_RECORD:
		return check_record(o, err);
	case COMMAND_REPORT:
		return check_report(o, err);
	case COMMAND_LIST:
		return check_list(o, err);
	case COMMAND_DUMP:
		return check_dump(o, err);
	case COMMAND_TOP:
		return check_top(o, err);
	case COMMAND_CTL:
		return check_ctl(o, err);
	case COMMAND_DOCTOR:
		return check_doctor(o, err);
	default:
		return 0;
	}
}
