// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf top --service: a view of what another recorder samples. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>

#include "command/command.h"
#include "ctl/watch.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "rights/rights.h"
#include "top/top.h"
#include "util/cleanup.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/loop.h"
#include "util/signals.h"

static void note_end(void *arg)
{
	*(bool *)arg = true;
}

/* Signals end the view, so that the terminal is as it was. */
static int watch_signals(struct loop *loop, bool *end)
{
	sigset_t set;
	int fd;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd < 0 ? -errno : loop_add_fd(loop, fd, note_end, end);
}

static int run(struct loop *loop, const bool *end, struct top *t, struct error *err)
{
	int rc = top_begin(t, err);

	rc = rc ?: loop_begin(loop);
	while (!rc && !*end) {
		if (loop_wait(loop))
			rc = loop_tick(loop, mono_ns(), err);
	}
	top_end(t);
	return rc;
}

static int view(struct loop *loop, int from, pid_t recorder, const struct options *o)
{
	struct error err;
	bool end = false, lost;
	char what[64];
	struct top *t;
	int rc;

	snprintf(what, sizeof(what), "what recorder %d samples", recorder);
	t = top_new_watching(loop, &end, from, o, what, &err);
	rc = t ? 0 : -errno;
	if (!rc && watch_signals(loop, &end))
		rc = error_set(&err, errno, "can't wait for signals: %s", strerror(errno));
	rc = rc ?: run(loop, &end, t, &err);
	lost = !rc && top_has_lost(t);
	top_free(t);
	if (rc)
		log_error("%s", err.text);
	else if (lost)
		log_error("recorder %d has ended, or has stopped to send", recorder);
	return rc || lost ? STATUS_FAILED : STATUS_DONE;
}

int run_watch(const struct options *o)
{
	int from __cleanup(close_fd) = -1;
	struct loop *loop;
	pid_t recorder;
	int status;

	signals_ignore();
	from = watch_open(o->pid_cnt ? o->pids[0] : 0, &recorder);
	if (from < 0)
		return STATUS_FAILED;
	drop_rights(0);
	loop = loop_new();
	if (!loop) {
		log_error("can't start: %s", strerror(errno));
		return STATUS_FAILED;
	}
	status = view(loop, from, recorder, o);
	loop_free(loop);
	return status;
}
