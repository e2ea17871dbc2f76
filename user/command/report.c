// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf report: profiles in the terminal, or as a page of HTML. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command/add_profiles.h"
#include "command/command.h"
#include "command/open_profile.h"
#include "command/write_out.h"
#include "figures/idle_out.h"
#include "html/html.h"
#include "html/times.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "nytp/nytp.h"
#include "options/options.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "report/report.h"
#include "report/terminal.h"
#include "util/cleanup.h"
#include "util/error.h"

/* Stacks are read only where they are needed: they can be most of a file. */
static struct profile *read_file(FILE *in, const char *name, const struct report_options *options,
				 struct error *err)
{
	struct profile *profile = options->group_by ? NULL : nytp_read(in, name, err);

	if (options->group_by)
		return nytp_read_with_tree(in, name, err);
	if (!profile || options->idle || !idle_is_in(profile) || fseek(in, 0, SEEK_SET))
		return profile;
	profile_free(profile);
	return nytp_read_with_tree(in, name, err);
}

/* hint: behind an error of reading. */
static int report_file(const char *name, const char *hint, const struct report_options *options,
		       FILE *out)
{
	struct error err = {};
	FILE *in __cleanup(close_file) = open_profile(name, &err);
	struct profile *profile = in ? read_file(in, name, options, &err) : NULL;
	int rc;

	if (!profile) {
		log_error("%s%s", err.text, hint);
		return -EIO;
	}
	rc = report_write(profile, options, out, &err);
	if (rc)
		log_error("%s: %s", name, err.text);
	profile_free(profile);
	return rc;
}

struct page {
	const struct options *o;
	struct times *times; /* of a directory; else NULL */
};

static int write_html(struct profile *p, const struct stacks *s, const void *arg, FILE *out)
{
	const struct page *page = arg;
	const struct html_options options = { .all_lines = page->o->all_lines,
					      .times = page->times };
	size_t i;

	for (i = 0; i < p->file_cnt && page->o->no_source; i++)
		profile_drop_source(p->files[i]);
	return html_write(p, s, &options, out);
}

static int note_time(const struct profile *p, void *times)
{
	return times_add(times, p);
}

static int put_page(const struct options *o, struct error *err)
{
	struct page page = { .o = o, .times = o->of_directory ? times_new() : NULL };
	const struct output output = { .stacks = true,
				       .write = write_html,
				       .arg = &page,
				       .look = page.times ? note_time : NULL,
				       .look_arg = page.times };
	int rc = o->of_directory && !page.times ? error_set(err, ENOMEM, "out of memory") :
						  write_out_files(&output, o, err);

	times_free(page.times);
	return rc;
}

static int report_html(const struct options *o)
{
	struct error err = {};

	if (!o->said[OPTION_FILE] && !o->said[OPTION_OUTPUT] && isatty(STDOUT_FILENO)) {
		log_error("the page is for a browser, and stdout is a terminal: use -o FILE");
		return STATUS_USAGE;
	}
	if (!put_page(o, &err))
		return STATUS_DONE;
	log_error("%s", err.text);
	return STATUS_FAILED;
}

static int report_files(const struct options *o, const struct report_options *options, FILE *out)
{
	int i, rc = 0;

	if (!o->argc)
		return report_file("nytprof.out",
				   "; to read another file, run nytprof-bpf report FILE", options,
				   out);
	for (i = 0; i < o->argc; i++) {
		if (i)
			fputc('\n', out);
		if (report_file(o->argv[i], "", options, out))
			rc = -EIO;
	}
	return rc;
}

/* One report of the sum of all files. */
static int report_sum(const struct options *o, const struct report_options *options, FILE *out)
{
	const struct add_way way = { .may_lack = o->of_directory };
	struct merge *m = merge_new();
	struct error err = {};
	struct profile *sum;
	int rc = m ? add_profiles(m, o->argv, o->argc, &way, &err) :
		     error_set(&err, ENOMEM, "out of memory");

	if (!rc) {
		sum = merge_profile(m);
		rc = sum ? report_write(sum, options, out, &err) :
			   error_set(&err, ENOMEM, "out of memory");
	}
	if (rc)
		log_error("%s", err.text);
	merge_free(m);
	return rc;
}

static int report_to(const struct options *o, struct report_options *options)
{
	struct terminal t;
	int rc = terminal_open(&t), failed;

	if (!rc) {
		options->width = t.width;
		options->fit = t.fit;
		options->colour = t.colour;
		failed = o->merged ? report_sum(o, options, t.out) :
				     report_files(o, options, t.out);
		rc = terminal_close(&t);
		if (!rc)
			return failed;
	}
	log_error("can't write to stdout: %s", strerror(-rc));
	return rc;
}

int run_report(const struct options *o)
{
	struct report_options options = {
		.limit = o->top,
		.sort = (enum report_sort)o->sort,
		.event = o->sort_event,
		.measure = (enum report_measure)o->sort_measure,
		.idle = o->idle,
		.source = o->said[OPTION_SOURCE],
		.sub = o->said[OPTION_SUB],
		.leaks = o->leaks,
		.group_by = options_group_by(o),
		.depth = o->depth,
		.all_lines = o->all_lines,
	};
	regex_t match;
	int rc;

	if (o->html)
		return report_html(o);
	if (o->merged && !o->argc) {
		log_error("report --merge: which profiles? Name their files");
		return STATUS_USAGE;
	}
	if (o->all.match && !regcomp(&match, o->all.match, REG_EXTENDED | REG_NOSUB))
		options.match = &match;
	rc = report_to(o, &options);
	if (options.match)
		regfree(&match);
	return rc ? STATUS_FAILED : STATUS_DONE;
}
