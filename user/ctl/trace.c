// SPDX-License-Identifier: GPL-2.0-or-later
#include "ctl/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "control_dir/claims.h"
#include "control_dir/sockets.h"
#include "ctl/recorders.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "ondemand/order.h"
#include "options/options.h"
#include "rights/invoker.h"
#include "session/server.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/outfile.h"
#include "util/signals.h"

#define PATIENCE_NS (30 * 1000000000ull)
#define SECONDS	    5.0 /* by default */

struct client {
	struct order order;
	struct outfile *file;
	int recorder; /* who traces */
	int connection;
	int profile[2], messages[2]; /* pipes */
	int signals;
	bool told; /* to end */
	int status; /* the tracer's; -1: unknown */
};

enum {
	CONNECTION,
	PROFILE,
	MESSAGES,
	SIGNALS,
	SOURCES
};

/* The recorder that can trace it; 0: none, and that was said. */
static int find_tracer(struct recorders *found, const struct options *o)
{
	char request[CONTROL_REQUEST];
	int recorder;

	snprintf(request, sizeof(request), "traces %s", o->argv[1]);
	recorders_ask(found, request);
	recorders_take_answers(found, PATIENCE_NS, true);
	if (recorders_who(found, ANSWER_FAILED))
		return 0;
	recorder = recorders_who(found, ANSWER_DONE);
	if (recorder)
		return recorder;
	recorders_print_silent(found);
	recorders_print_nobody(found, o->argv[1]);
	return 0;
}

static int make_order(struct order *order, const struct options *o, struct error *err)
{
	const double seconds = o->duration > 0 ? o->duration : SECONDS;
	char *name __cleanup(free_ptr) = NULL, *claimed __cleanup(free_ptr) = NULL;

	*order = (struct order){ .pid = atoi(o->argv[1]),
				 .owner = invoking_user() == INVOKER_NOBODY ? -1 :
									      (long)invoking_user(),
				 .level = options_log_level(o) };
	if (seconds * 1000 > ORDER_MS_MAX || seconds * 1000 < 1)
		return error_set(err, EINVAL, "--duration: a trace takes from 1 ms to %d s",
				 ORDER_MS_MAX / 1000);
	order->ms = (unsigned)(seconds * 1000);
	if (o->nytprof.file ? !(name = strdup(o->nytprof.file)) :
			      asprintf(&name, "nytprof.out.%d", order->pid) < 0)
		return error_set(err, ENOMEM, "out of memory");
	claimed = claim_file(name);
	if (!claimed)
		return error_set(err, ENOMEM, "out of memory");
	if (!*claimed || strlen(claimed) >= ORDER_NAME)
		return error_set(err, ENAMETOOLONG,
				 "--file: the name is empty or has more than %d bytes",
				 ORDER_NAME - 1);
	strcpy(order->name, claimed);
	return 0;
}

/* ------------------------------------------------------------------------- begin */

static int send_order(const struct client *c)
{
	const int fds[2] = { c->profile[1], c->messages[1] };
	char text[CONTROL_REQUEST] = "trace ";

	order_print(&c->order, text + 6, sizeof(text) - 6);
	return recorder_send(c->connection, text, fds, 2);
}

/* From now on Ctrl-C and the like end the trace, and what it has is written. */
static int watch_signals(struct client *c)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	c->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return c->signals < 0 ? -errno : 0;
}

static void close_end(int *fd)
{
	close_fd(fd);
	*fd = -1;
}

static int begin(struct client *c, struct error *err)
{
	int rc;

	c->file = outfile_new_hidden(AT_FDCWD, c->order.name, err);
	if (!c->file)
		return -errno;
	if (pipe2(c->profile, O_CLOEXEC) || pipe2(c->messages, O_CLOEXEC))
		return error_set(err, errno, "can't make a pipe: %s", strerror(errno));
	c->connection = socket_connect(CONTROL_DIR, c->recorder, 0);
	rc = c->connection < 0 ? c->connection : watch_signals(c);
	rc = rc ?: send_order(c);
	if (rc)
		return error_set(err, -rc, "can't talk to recorder %d: %s", c->recorder,
				 strerror(-rc));
	close_end(&c->profile[1]); /* the tracer's are the last ones */
	close_end(&c->messages[1]);
	return 0;
}

/* -------------------------------------------------------------------------- take */

/* What has come; false: there is no more. */
static bool copy(int from, FILE *to)
{
	char part[65536];
	ssize_t got = read(from, part, sizeof(part));

	if (got > 0)
		fwrite(part, 1, (size_t)got, to);
	return got > 0 || (got < 0 && errno == EINTR);
}

static void take_reply(struct client *c)
{
	char *text __cleanup(free_ptr) = NULL;
	enum answer answer = recorder_take_answer(c->connection, &text);

	if (answer == ANSWER_DONE)
		c->status = atoi(text);
	else if (answer == ANSWER_FAILED)
		log_error("recorder %d: %.*s", c->recorder, (int)strcspn(text, "\n"), text);
	else
		log_error("recorder %d ended without an answer", c->recorder);
}

/* A second one does not wait for the file.  False: that was it. */
static bool take_signal(struct client *c)
{
	struct signalfd_siginfo si;

	if (read(c->signals, &si, sizeof(si)) != sizeof(si))
		return true;
	if (c->told)
		return false;
	c->told = true;
	shutdown(c->connection, SHUT_WR);
	return true;
}

/* Until the tracer has ended and all is read.  False: the user has no patience. */
static bool take_all(struct client *c)
{
	struct pollfd from[SOURCES] = { [CONNECTION] = { c->connection, POLLIN, 0 },
					[PROFILE] = { c->profile[0], POLLIN, 0 },
					[MESSAGES] = { c->messages[0], POLLIN, 0 },
					[SIGNALS] = { c->signals, POLLIN, 0 } };

	while (from[CONNECTION].fd >= 0 || from[PROFILE].fd >= 0 || from[MESSAGES].fd >= 0) {
		if (poll(from, SOURCES, -1) < 0)
			continue;
		if (from[SIGNALS].revents && !take_signal(c))
			return false;
		if (from[MESSAGES].revents && !copy(c->messages[0], stderr))
			from[MESSAGES].fd = -1;
		fflush(stderr);
		if (from[PROFILE].revents && !copy(c->profile[0], outfile_stream(c->file)))
			from[PROFILE].fd = -1;
		if (from[CONNECTION].revents) {
			take_reply(c);
			from[CONNECTION].fd = -1;
		}
	}
	return true;
}

/* The tracer has given the pipe to the user whose the file is to be. */
static int keep_file(struct client *c, struct error *err)
{
	struct stat st;

	if (!fstat(c->profile[0], &st) && st.st_uid != geteuid())
		outfile_set_owner(c->file, st.st_uid, st.st_gid);
	return outfile_commit(take_ptr(c->file), err);
}

static int run(struct client *c, struct error *err)
{
	int rc = begin(c, err);

	if (rc)
		return rc;
	c->status = -1;
	if (!take_all(c))
		return error_set(err, EINTR, "%s is not written: interrupted twice", c->order.name);
	if (c->status == 128 + SIGINT)
		return error_set(err, EINTR, "the trace was ended before it began");
	if (c->status == 128 + SIGKILL)
		return error_set(err, ETIMEDOUT, "the trace was killed, as it did not end");
	return c->status == STATUS_DONE ? keep_file(c, err) : 0;
}

static void release(struct client *c)
{
	outfile_abort(c->file);
	close_fd(&c->connection);
	close_fd(&c->signals);
	close_fd(&c->profile[0]);
	close_fd(&c->profile[1]);
	close_fd(&c->messages[0]);
	close_fd(&c->messages[1]);
}

static int exit_status(int status)
{
	return status == STATUS_DONE || status == STATUS_NOTHING ? status : STATUS_FAILED;
}

int ctl_trace(struct recorders *found, const struct options *o)
{
	struct client c = { .connection = -1,
			    .signals = -1,
			    .profile = { -1, -1 },
			    .messages = { -1, -1 },
			    .status = STATUS_FAILED };
	struct error err;
	int rc;

	signals_ignore();
	c.recorder = find_tracer(found, o);
	if (!c.recorder)
		return STATUS_FAILED;
	rc = make_order(&c.order, o, &err);
	rc = rc ?: run(&c, &err);
	claim_drop();
	release(&c);
	if (rc)
		log_error("%s", err.text);
	return rc ? STATUS_FAILED : exit_status(c.status);
}
