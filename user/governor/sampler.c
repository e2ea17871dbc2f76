// SPDX-License-Identifier: GPL-2.0-or-later
#include "governor/sampler.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "util/cleanup.h"
#include "util/error.h"

#define PID_TEXT     12
#define ARGS_MOST    16
#define OFF_CPU_TEXT 40 /* --off-cpu-min=4.000000000s */

/* The first one has the plain name. */
static char *name_of(const struct samplers *s, const struct options *o, pid_t pid)
{
	const char *file = o->nytprof.file ? o->nytprof.file : "nytprof.out";
	char *name;
	int len = s->started ? asprintf(&name, "%s.sample.%d", file, pid) :
			       asprintf(&name, "%s.sample", file);

	return len < 0 ? NULL : name;
}

static char *list_of(const pid_t *pids, size_t cnt)
{
	char *list = malloc(cnt * PID_TEXT + 1);
	size_t i, at = 0;

	for (i = 0; list && i < cnt; i++)
		at += (size_t)sprintf(list + at, "%s%d", i ? "," : "", pids[i]);
	return list;
}

static const char *level_name(void)
{
	switch (log_get_level()) {
	case LOG_LEVEL_QUIET:
		return "--log-level=error";
	case LOG_LEVEL_WARNING:
		return "--log-level=warning";
	case LOG_LEVEL_NORMAL:
		return "--log-level=info";
	default:
		return "--log-level=debug";
	}
}

/*
 * What the command line says of waits; samples have them by default. Returns the number of arguments.
 * min: room for one of them.
 */
static size_t put_waits(const struct options *o, const char **args, char min[OFF_CPU_TEXT])
{
	size_t cnt = 0;

	if (o->off_cpu != OFF_CPU_USUAL)
		args[cnt++] = o->off_cpu == OFF_CPU_YES ? "--off-cpu" : "--no-off-cpu";
	if (o->nytprof.cpu_time)
		args[cnt++] = "--clock=cpu";
	if (o->off_cpu_min > 0) {
		snprintf(min, OFF_CPU_TEXT, "--off-cpu-min=%.9fs", o->off_cpu_min);
		args[cnt++] = min;
	}
	return cnt;
}

/* In the child. */
static void become_sampler(const struct options *o, const char *list, const char *file)
{
	const char *args[ARGS_MOST] = { "nytprof-bpf", "record", "--mode=sample",
					level_name(),  "-p",	 list,
					"-o",	       file };
	char min[OFF_CPU_TEXT];
	size_t cnt = 8;
	sigset_t none;

	cnt += put_waits(o, args + cnt, min);
	if (o->no_children)
		args[cnt++] = "--no-children";
	if (!o->nytprof.savesrc)
		args[cnt++] = "--no-source";
	args[cnt] = NULL;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	unsetenv("NYTPROF"); /* what it says of the file was meant for this agent */
	execv("/proc/self/exe", (char *const *)args);
	_exit(STATUS_FAILED);
}

int samplers_start(struct samplers *s, const struct options *o, const pid_t *pids, size_t cnt,
		   char **file, struct error *err)
{
	char *list __cleanup(free_ptr) = cnt ? list_of(pids, cnt < PIDS_MAX ? cnt : PIDS_MAX) :
					       NULL;
	pid_t pid;

	*file = NULL;
	if (!cnt)
		return error_set(err, ESRCH, "no process is left");
	if (s->cnt == SAMPLERS_MAX)
		return error_set(err, ENOSPC, "the limit is %d samplers at a time", SAMPLERS_MAX);
	*file = name_of(s, o, pids[0]);
	if (!list || !*file)
		return error_set(err, ENOMEM, "out of memory");
	pid = fork();
	if (!pid)
		become_sampler(o, list, *file);
	if (pid < 0)
		return error_set(err, errno, "can't start a process: %s", strerror(errno));
	s->pids[s->cnt++] = pid;
	s->started++;
	return 0;
}

bool samplers_have(const struct samplers *s, pid_t pid)
{
	size_t i;

	for (i = 0; i < s->cnt; i++) {
		if (s->pids[i] == pid)
			return true;
	}
	return false;
}

/* A process that had ended by then has nothing to be sampled. */
static void note_end(pid_t pid, int status)
{
	if (WIFSIGNALED(status))
		log_warning("the sampler (process %d) was killed by signal %d: its profile is lost",
			    pid, WTERMSIG(status));
	else if (WEXITSTATUS(status) == STATUS_FAILED)
		log_warning("the sampler (process %d) has failed: what it was to sample is not "
			    "recorded",
			    pid);
}

static void reap(struct samplers *s, int options)
{
	size_t i = 0;
	int status;

	while (i < s->cnt) {
		if (waitpid(s->pids[i], &status, options) != s->pids[i]) {
			i++;
			continue;
		}
		note_end(s->pids[i], status);
		s->pids[i] = s->pids[--s->cnt];
	}
}

void samplers_reap(struct samplers *s)
{
	reap(s, WNOHANG);
}

void samplers_end(struct samplers *s)
{
	size_t i;

	reap(s, WNOHANG);
	for (i = 0; i < s->cnt; i++)
		kill(s->pids[i], SIGTERM);
	reap(s, 0);
}
