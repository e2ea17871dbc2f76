// SPDX-License-Identifier: GPL-2.0-or-later
/* Its command line, its environment, and its three descriptors. */
#include "ondemand/tracer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "log/log.h"
#include "ondemand/order.h"
#include "options/nytprof_options.h"
#include "util/error.h"

#define WORDS_MAX 16

static const char *const levels[] = {
	[LOG_LEVEL_QUIET] = "error",   [LOG_LEVEL_WARNING] = "warning", [LOG_LEVEL_NORMAL] = "info",
	[LOG_LEVEL_VERBOSE] = "debug", [LOG_LEVEL_PROBES] = "debug2",	[LOG_LEVEL_ALL] = "debug3"
};

struct words {
	char *word[WORDS_MAX];
	size_t cnt;
	bool failed;
};

__attribute__((format(printf, 2, 3))) static void add(struct words *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (w->cnt == WORDS_MAX - 1 || vasprintf(&w->word[w->cnt], fmt, ap) < 0)
		w->failed = true;
	else
		w->cnt++;
	va_end(ap);
}

static void words_release(struct words *w)
{
	size_t i;

	for (i = 0; i < w->cnt; i++)
		free(w->word[i]);
}

/*
 * What the recording's options say of a profile's contents holds for this one, too; it is written
 * once.
 */
static void list_words(struct words *w, const struct order *order, const struct nytprof_options *o)
{
	add(w, "nytprof-bpf");
	add(w, "record");
	add(w, "--pid=%d", order->pid ?: getpid()); /* a placeholder */
	add(w, "--no-children");
	add(w, "--mode=trace");
	add(w, "--duration=%ums", order->ms);
	add(w, "--interval=%u", ORDER_MS_MAX);
	add(w, "--log-level=%s", levels[order->level]);
	add(w,
	    "--nytprof=blocks=%d:calls=%d:slowops=%d:leave=%d:savesrc=%d:nameevals=%d:"
	    "nameanonsubs=%d:compress=%d:clock=%d",
	    o->blocks, o->calls, o->slowops, o->leave, o->savesrc, o->nameevals, o->nameanonsubs,
	    o->compress, o->clock);
	add(w, "--file=%s", order->name);
}

static void list_variables(struct words *w, const struct order *order, bool waits)
{
	const char *path = getenv("PATH");

	add(w, TRACER_VARIABLE "=%d", getpid());
	if (waits)
		add(w, STANDBY_VARIABLE "=%s", order->pid ? "process" : "path");
	if (path)
		add(w, "PATH=%s", path);
	if (order->owner >= 0)
		add(w, "SUDO_UID=%ld", order->owner);
	if (order->owner >= 0)
		add(w, "SUDO_GID=%ld", order->owner); /* nobody is started, so it does not matter */
}

static int set_input(posix_spawn_file_actions_t *to, int input)
{
	return input < 0 ? posix_spawn_file_actions_addopen(to, STDIN_FILENO, "/dev/null", O_RDONLY,
							    0) :
			   posix_spawn_file_actions_adddup2(to, input, STDIN_FILENO);
}

static int set_descriptors(posix_spawn_file_actions_t *to, const struct order *order, int input)
{
	int messages = order->messages < 0 ? STDERR_FILENO : order->messages;

	return set_input(to, input)							   ?:
		       posix_spawn_file_actions_adddup2(to, order->profile, STDOUT_FILENO) ?:
		       posix_spawn_file_actions_adddup2(to, messages, STDERR_FILENO);
}

/* The agent takes its signals from a descriptor; until this one does so, too, they end it. */
static int set_signals(posix_spawnattr_t *to)
{
	sigset_t none;

	sigemptyset(&none);
	return posix_spawnattr_setsigmask(to, &none) ?:
		       posix_spawnattr_setflags(to, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
}

/* All other descriptors of the agent are closed by exec. */
static int spawn(pid_t *pid, const struct order *order, int input, char **argv, char **env)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	int rc;

	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&attributes);
	rc = set_descriptors(&files, order, input) ?: set_signals(&attributes);
	rc = rc ?: posix_spawn(pid, "/proc/self/exe", &files, &attributes, argv, env);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&files);
	return rc;
}

pid_t tracer_start(const struct order *order, int input, const struct nytprof_options *options,
		   struct error *err)
{
	struct words words = {}, variables = {};
	pid_t pid = 0;
	int rc = ENOMEM;

	list_words(&words, order, options);
	list_variables(&variables, order, input >= 0);
	if (!words.failed && !variables.failed)
		rc = spawn(&pid, order, input, words.word, variables.word);
	words_release(&words);
	words_release(&variables);
	return rc ? error_set(err, rc, "can't start a process: %s", strerror(rc)) : pid;
}

bool tracer_is_one(void)
{
	return getenv(TRACER_VARIABLE) != NULL;
}

bool tracer_waits(void)
{
	return tracer_is_one() && getenv(STANDBY_VARIABLE) != NULL;
}

bool tracer_is_for_path(void)
{
	return tracer_waits() && !strcmp(getenv(STANDBY_VARIABLE), "path");
}

bool tracer_bind(void)
{
	const char *parent = getenv(TRACER_VARIABLE);

	return !prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0) && parent && atoi(parent) == getppid();
}
