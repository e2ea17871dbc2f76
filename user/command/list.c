// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf list: the profiles of a directory. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "profiles/list.h"
#include "report/terminal.h"
#include "util/error.h"

static int list(const struct list_options *options)
{
	struct error err = {};
	struct terminal t;
	unsigned unread = 0;
	int rc = terminal_open(&t), failed;

	if (rc) {
		log_error("can't write to stdout: %s", strerror(-rc));
		return rc;
	}
	failed = list_profiles(options, &t, &unread, &err);
	rc = terminal_close(&t);
	if (failed)
		log_error("%s", err.text);
	else if (rc)
		log_error("can't write to stdout: %s", strerror(-rc));
	if (unread)
		log_warning("%u files could not be read; nytprof-bpf verify FILE says why", unread);
	return failed ?: rc;
}

int run_list(const struct options *o)
{
	struct list_options options = {
		.dir = o->argc ? o->argv[0] : o->all.output_dir,
		.has_uid = o->all.has_uid,
		.uid = o->all.uid,
		.pids = o->pids,
		.pid_cnt = o->pid_cnt,
		.unit = o->said[OPTION_UNIT],
		.comm = o->all.comm,
		.cgroup = o->all.cgroup,
		.container = o->all.container,
		.since = o->since,
		.until = o->until,
		.limit = o->said[OPTION_LIMIT] ? o->top : 0,
	};
	regex_t match;
	int rc;

	if (o->all.match && !regcomp(&match, o->all.match, REG_EXTENDED | REG_NOSUB))
		options.match = &match;
	rc = list(&options);
	if (options.match)
		regfree(&match);
	return rc ? STATUS_FAILED : STATUS_DONE;
}
