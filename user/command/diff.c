// SPDX-License-Identifier: GPL-2.0-or-later
/* nytprof-bpf diff: what has changed between profiles. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/add_profiles.h"
#include "command/command.h"
#include "command/directory.h"
#include "diff/diff.h"
#include "diff/flame.h"
#include "diffpage/diffpage.h"
#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "profile/profile.h"
#include "report/terminal.h"
#include "util/error.h"
#include "util/outfile.h"
#include "write/time_text.h"

static int read_side(struct diff_side *side, char **names, int cnt, struct error *err)
{
	int i, rc = 0;

	for (i = 0; i < cnt && !rc; i++) {
		struct profile *p = read_profile(names[i], err);

		rc = p ? diff_side_add(side, p, names[i], err) : -EIO;
	}
	return rc;
}

/* The sum of a time is one run: how many profiles it has depends on the intervals. */
static int read_time(struct diff_side *side, const struct options *o, const struct moments *when,
		     struct error *err)
{
	const char *dir = o->argc ? o->argv[0] : o->all.output_dir;
	const struct choice by = directory_choice(o, when->from, when->to);
	const struct add_way way = { .may_lack = true };
	struct directory_files files;
	int rc = directory_find(&files, dir, &by, err);
	struct profile *p = rc ? NULL : sum_profiles(files.names, files.cnt, &way, err);

	if (!rc)
		rc = p ? diff_side_add(side, p, dir, err) : -EIO;
	directory_files_release(&files);
	return rc;
}

static void warn_length(const struct moments *old, const struct moments *new)
{
	int64_t was = old->to - old->from, is = new->to - new->from;

	if (old->from && old->to && new->from &&new->to &&was != is)
		log_warning(
			"the old time has %lld s, and the new one has %lld s: what takes longer "
			"in the longer one may be no change",
			(long long)was, (long long)is);
}

static int read_times(struct diff_side *old, struct diff_side *new, const struct options *o,
		      struct error *err)
{
	warn_length(&o->old, &o->new);
	return read_time(old, o, &o->old, err) ?: read_time(new, o, &o->new, err);
}

static int read_files(struct diff_side *old, struct diff_side *new, const struct options *o,
		      struct error *err)
{
	const int old_cnt = o->before_dashes ?: 1;
	int rc = read_side(old, o->argv, old_cnt, err);

	return rc ?: read_side(new, o->argv + old_cnt, o->argc - old_cnt, err);
}

static bool is_of_times(const struct options *o)
{
	return o->said[OPTION_OLD] || o->said[OPTION_NEW];
}

/* Samples leave out what does not use the processor, and exact times have the cost of each call. */
static int check_sides(const struct diff_side *old, const struct diff_side *new, struct error *err)
{
	if (!old->hz == !new->hz)
		return 0;
	return error_set(err, EINVAL,
			 "the %s profiles are samples, and the others are exact; compare profiles "
			 "of one mode",
			 old->hz ? "old" : "new");
}

static int put_page(const struct options *o, const struct diff *d, const struct diff_side *old,
		    const struct diff_side *new, FILE *out)
{
	char *old_time[] = { (char *)o->said[OPTION_OLD], NULL },
	     *new_time[] = { (char *)o->said[OPTION_NEW], NULL };
	struct diff_stacks stacks;
	const struct diff_page page = {
		.diff = d,
		.stacks = &stacks,
		.old = old,
		.new = new,
		.old_names = is_of_times(o) ? old_time : o->argv,
		.new_names = is_of_times(o) ? new_time : o->argv + old->run_cnt,
		.no_source = o->no_source,
	};
	int rc = diff_stacks_make(&stacks, old, new);

	rc = rc ?: diffpage_write(&page, out);
	diff_stacks_release(&stacks);
	return rc;
}

/* The flame graph, or the page. */
static int write_file(const struct options *o, const struct diff *d, const struct diff_side *old,
		      const struct diff_side *new, struct error *err)
{
	const char *name = o->said[OPTION_FILE] ?: o->said[OPTION_OUTPUT];
	struct outfile *out = outfile_new(AT_FDCWD, name, err);
	FILE *stream = out ? outfile_stream(out) : NULL;
	int rc;

	if (!out)
		return -EIO;
	rc = o->html ? put_page(o, d, old, new, stream) : diff_flame(old, new, stream);
	if (rc) {
		outfile_abort(out);
		return error_set(err, ENOMEM, "out of memory");
	}
	return outfile_commit(out, err);
}

static void say_gate(const char *limit, const struct diff_row *row)
{
	char old[TIME_TEXT], new[TIME_TEXT], place[16] = "";

	if (row->line)
		snprintf(place, sizeof(place), ":%u", row->line);
	time_text(llround(row->old.ns), old);
	time_text(llround(row->new.ns), new);
	if (row->old.ns > 0)
		log_error("--fail-if=%s: %s%s took %s, and now takes %s (%+.1f%%)", limit,
			  row->name, place, old, new, diff_percent(row));
	else
		log_error("--fail-if=%s: %s%s is new, and takes %s", limit, row->name, place, new);
}

/* What exceeds the limit most is told. */
static int judge(const char *limit, const struct diff_gate *gate, const struct diff *d)
{
	const struct diff_row *row = limit ? diff_gate_find(gate, d) : NULL;

	if (row)
		say_gate(limit, row);
	return row ? STATUS_FAILED : STATUS_DONE;
}

static int show_table(const struct options *o, const struct diff *d, struct error *err)
{
	struct terminal t;
	int rc = terminal_open(&t);

	if (rc)
		return error_set(err, -rc, "can't write to stdout: %s", strerror(-rc));
	diff_show(d, o->top, t.fit ? t.width : 0, t.out);
	rc = terminal_close(&t);
	return rc ? error_set(err, -rc, "can't write to stdout: %s", strerror(-rc)) : 0;
}

static int show(const struct options *o, const struct diff *d, struct error *err)
{
	if (!o->json)
		return show_table(o, d, err);
	diff_show_json(d, stdout);
	return fflush(stdout) ?
		       error_set(err, errno, "can't write to stdout: %s", strerror(errno)) :
		       0;
}

static int compare(const struct options *o, const struct diff_gate *gate,
		   const struct diff_side *old, const struct diff_side *new, struct error *err)
{
	struct diff d;
	int rc = check_sides(old, new, err), status = STATUS_DONE;

	if (rc)
		return rc;
	if (diff_make(&d, old, new))
		rc = error_set(err, ENOMEM, "out of memory");
	if (!rc && (o->svg || o->html))
		rc = write_file(o, &d, old, new, err);
	if (!rc) {
		rc = show(o, &d, err);
		status = judge(o->said[OPTION_FAIL_IF], gate, &d);
	}
	diff_release(&d);
	return rc ?: status;
}

static int check_words(const struct options *o, struct diff_gate *gate, struct error *err)
{
	const char *limit = o->said[OPTION_FAIL_IF];
	bool named = o->said[OPTION_FILE] || o->said[OPTION_OUTPUT];

	if (is_of_times(o)) {
		if (!o->said[OPTION_OLD] || !o->said[OPTION_NEW] || o->argc > 1)
			return error_set(err, EINVAL,
					 "diff: give --old=FROM..TO, --new=FROM..TO and one "
					 "directory");
	} else if (o->argc < 2 || (!o->before_dashes && o->argc > 2) || o->before_dashes == o->argc)
		return error_set(err, EINVAL,
				 "diff: give an old and a new profile, or OLD... -- NEW...");
	if (o->svg && o->html)
		return error_set(err, EINVAL, "diff: give either --html or --svg");
	if (named && !o->svg && !o->html)
		return error_set(err, EINVAL, "diff: -o FILE belongs to --html and --svg");
	if (!named && (o->svg || o->html))
		return error_set(err, EINVAL, "diff --%s: where to? Give -o FILE",
				 o->svg ? "svg" : "html");
	if (o->no_source && !o->html)
		return error_set(err, EINVAL, "diff: --no-source belongs to --html");
	return limit ? diff_gate_parse(gate, limit, err) : 0;
}

int run_diff(const struct options *o)
{
	struct diff_side old = {}, new = {};
	struct diff_gate gate;
	struct error err = {};
	int rc;

	if (check_words(o, &gate, &err)) {
		log_error("%s", err.text);
		return STATUS_USAGE;
	}
	rc = is_of_times(o) ? read_times(&old, &new, o, &err) : read_files(&old, &new, o, &err);
	rc = rc ?: compare(o, &gate, &old, &new, &err);
	if (rc < 0)
		log_error("%s", err.text);
	diff_side_release(&old);
	diff_side_release(&new);
	return rc < 0 ? STATUS_FAILED : rc;
}
