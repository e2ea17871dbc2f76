// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf list: the profiles of a directory. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "command/directory.h"
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
	struct list_left left = {};
	int rc = terminal_open(&t), failed;

	if (rc) {
		log_error("can't write to stdout: %s", strerror(-rc));
		return rc;
	}
	failed = list_profiles(options, &t, &left, &err);
	rc = terminal_close(&t);
	if (failed)
		log_error("%s", err.text);
	else if (rc)
		log_error("can't write to stdout: %s", strerror(-rc));
	say_unread(left.unread, left.closed);
	return failed ?: rc;
}

int run_list(const struct options *o)
{
	struct list_options options = { .dir = o->argc ? o->argv[0] : o->all.output_dir,
					.by = directory_choice(o, o->since, o->until),
					.limit = o->said[OPTION_LIMIT] ? o->top : 0 };
	regex_t match;
	int rc;

	if (o->all.match && !regcomp(&match, o->all.match, REG_EXTENDED | REG_NOSUB))
		options.by.match = &match;
	rc = list(&options);
	if (options.by.match)
		regfree(&match);
	return rc ? STATUS_FAILED : STATUS_DONE;
}
