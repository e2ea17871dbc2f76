// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf report: profiles in the terminal, or as a page of HTML. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command/command.h"
#include "command/open_profile.h"
#include "command/write_out.h"
#include "html/html.h"
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

static int write_html(struct profile *p, const struct stacks *s, const void *arg, FILE *out)
{
	const struct options *o = arg;
	const struct html_options options = { .all_lines = o->all_lines };
	size_t i;

	for (i = 0; i < p->file_cnt && o->no_source; i++)
		profile_drop_source(p->files[i]);
	return html_write(p, s, &options, out);
}

static int report_html(const struct options *o)
{
	const struct output output = { .stacks = true, .write = write_html, .arg = o };
	struct error err = {};

	if (!o->said[OPTION_FILE] && !o->said[OPTION_OUTPUT] && isatty(STDOUT_FILENO)) {
		log_error("the page is for a browser, and stdout is a terminal: use -o FILE");
		return STATUS_USAGE;
	}
	if (!write_out_files(&output, o, &err))
		return STATUS_DONE;
	log_error("%s", err.text);
	return STATUS_FAILED;
}

int run_report(const struct options *o)
{
	const struct writer_options options = { .top = o->top };
	int i, rc = 0;

	if (o->html)
		return report_html(o);
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
