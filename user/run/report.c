// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf report: profiles in the terminal. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "nytp/nytp.h"
#include "options.h"
#include "profile/profile.h"
#include "run/run.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/log.h"
#include "write/writer.h"

static int report_file(const char *name, const struct writer_options *options)
{
	FILE *in __cleanup(close_file) = fopen(name, "re");
	struct profile *profile;
	struct error err;
	int rc;

	if (!in) {
		log_error("can't read %s: %s", name, strerror(errno));
		return -errno;
	}
	profile = nytp_read(in, name, &err);
	if (!profile) {
		log_error("%s", err.text);
		return -errno;
	}
	rc = writer_find("term")->write(profile, options, stdout);
	profile_free(profile);
	return rc;
}

int run_report(const struct options *o)
{
	const struct writer_options options = { .top = o->top };
	int i, rc = 0;

	for (i = 0; i < o->argc; i++) {
		if (i)
			putchar('\n');
		if (report_file(o->argv[i], &options))
			rc = -EIO;
	}
	if (fflush(stdout)) {
		log_error("can't write to stdout: %s", strerror(errno));
		rc = -EIO;
	}
	return rc ? STATUS_FAILED : STATUS_DONE;
}
