// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf ctl: one request to the recorders that run. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "ctl/recorders.h"
#include "ctl/trace.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "session/server.h"

/*
 * How long an answer may take: a recorder may be busy with its beginning, and a flush writes all
 * there is.
 */
#define PATIENCE_NS	  (30 * 1000000000ull)
#define FLUSH_PATIENCE_NS (300 * 1000000000ull)

static void print_recorders(const struct recorders *found)
{
	char list[RECORDERS_MAX * 12] = "";
	size_t i, at = 0;

	for (i = 0; i < found->cnt; i++)
		at += (size_t)snprintf(list + at, sizeof(list) - at, " %d", found->pids[i]);
	log_error("%zu recorders are running (%s): name one, or a process that it records",
		  found->cnt, list + 1);
}

/*
 * One that ends meanwhile was not the one that was meant, if another has answered; nor was one that
 * hangs, if one was meant.
 */
static int tell(struct recorders *found, const struct options *o)
{
	const bool flush = !strcmp(o->argv[0], "flush"), named = o->argc > 1;
	char request[CONTROL_REQUEST];

	snprintf(request, sizeof(request), "%s %s", o->argv[0], named ? o->argv[1] : "0");
	recorders_ask(found, request);
	recorders_take_answers(found, flush ? FLUSH_PATIENCE_NS : PATIENCE_NS, named);
	recorders_print_silent(found);
	if (recorders_who(found, ANSWER_FAILED) || (!named && recorders_who(found, ANSWER_NONE)))
		return STATUS_FAILED;
	if (recorders_who(found, ANSWER_DONE))
		return STATUS_DONE;
	recorders_print_nobody(found, o->argv[1]);
	return STATUS_FAILED;
}

int run_ctl(const struct options *o)
{
	struct recorders found;
	int rc = recorders_find(&found), status = STATUS_FAILED;

	if (rc)
		recorders_print_closed(rc);
	else if (!found.cnt)
		log_error("no recorder is running");
	else if (!strcmp(o->argv[0], "trace"))
		status = ctl_trace(&found, o);
	else if (found.cnt > 1 && o->argc < 2 && strcmp(o->argv[0], "status") != 0)
		print_recorders(&found);
	else
		status = tell(&found, o);
	recorders_close(&found);
	return status;
}
