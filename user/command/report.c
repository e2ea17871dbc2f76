// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf report: profiles in the terminal. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "command/open_profile.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "nytp/nytp.h"
#include "options/options.h"
#include "profile/profile.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "write/writer.h"

/* hint: behind an error. */
static int report_file(const char *name, const char *hint, const struct writer_options *options)
{
	struct error err = {};
	FILE *in __cleanup(close_file) = open_profile(name, &err);
	struct profile *profile = in ? nytp_read(in, name, &err) : NULL;
	int rc;

	if (!profile) {
		log_error("%s%s", err.text, hint);
		return -EIO;
	}
	rc = writer_find("term")->write(profile, options, stdout);
	profile_free(profile);
	return rc;
}

int run_report(const struct options *o)
{
	const struct writer_options options = { .top = o->top };
	int i, rc = 0;

	if (!o->argc)
		rc = report_file("nytprof.out",
				 "; to read another file, run nytprof-bpf "
				 "report FILE",
				 &options);
	for (i = 0; i < o->argc; i++) {
		if (i)
			putchar('\n');
		if (report_file(o->argv[i], "", &options))
			rc = -EIO;
	}
	if (fflush(stdout)) {
		log_error("can't write to stdout: %s", strerror(errno));
		rc = -EIO;
	}
	return rc ? STATUS_FAILED : STATUS_DONE;
}
