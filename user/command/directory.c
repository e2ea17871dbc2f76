// SPDX-License-Identifier: GPL-2.0-or-later
#include "command/directory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "log/exit_status.h"
#include "log/log.h"
#include "options/options.h"
#include "util/error.h"
#include "util/sort.h"

#define STAMP_SIZE 40

struct choice directory_choice(const struct options *o, int64_t since, int64_t until)
{
	return (struct choice){
		.has_uid = o->all.has_uid,
		.uid = o->all.uid,
		.pids = o->pids,
		.pid_cnt = o->pid_cnt,
		.unit = o->said[OPTION_UNIT],
		.comm = o->all.comm,
		.cgroup = o->all.cgroup,
		.container = o->all.container,
		.since = since,
		.until = until,
	};
}

void say_unread(unsigned unread, unsigned closed)
{
	if (closed)
		log_warning("%u files are not yours to read, and are left out", closed);
	if (unread)
		log_warning("%u files could not be read; nytprof-bpf verify FILE says why", unread);
}

/* ------------------------------------------------------------------------ find */

/* UTC, as list shows it. */
static const char *stamp(double at, char text[STAMP_SIZE])
{
	time_t seconds = (time_t)at;
	struct tm tm;

	if (!strftime(text, STAMP_SIZE, "%Y-%m-%d %H:%M:%S", gmtime_r(&seconds, &tm)))
		*text = '\0';
	return text;
}

static double end_of(const struct entry *e)
{
	return (double)e->start + (e->wall > 0 ? e->wall : 0);
}

/* Their counts are of their whole time. */
static unsigned count_partly(const struct chosen *c, const struct choice *by)
{
	unsigned cnt = 0;
	size_t i;

	for (i = 0; i < c->cnt; i++)
		cnt += (by->since && c->all[i].start < by->since) ||
		       (by->until && end_of(&c->all[i]) > (double)by->until + 1);
	return cnt;
}

static void say_found(const struct chosen *c, const char *dir, const struct choice *by)
{
	double begin = (double)c->all[0].start, end = 0;
	char from[STAMP_SIZE], to[STAMP_SIZE];
	unsigned partly = count_partly(c, by);
	size_t i;

	for (i = 0; i < c->cnt; i++)
		end = end_of(&c->all[i]) > end ? end_of(&c->all[i]) : end;
	log_info("%s: the sum of %zu profile%s, from %s to %s UTC", dir, c->cnt,
		 c->cnt == 1 ? "" : "s", stamp(begin, from), stamp(end, to));
	if (partly)
		log_warning(
			"%u of them began before or ended after the time that was asked for, and "
			"count in whole",
			partly);
	say_unread(c->unread, c->closed);
}

static int by_start(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* There are profiles, but not of that time or of those processes. */
static int set_none(const char *dir, const struct choice *by, struct error *err)
{
	const struct choice any = { .no_sums = true };
	char from[STAMP_SIZE], to[STAMP_SIZE];
	struct chosen c;
	double end = 0;
	size_t i;
	int rc = profiles_choose(dir, &any, &c, err);

	if (!rc && (!c.cnt || (!by->since && !by->until))) {
		rc = error_set(err, ENOENT, "%s has no %s", dir,
			       c.cnt ? "such profile" : "profiles");
	} else if (!rc) {
		sort(c.all, c.cnt, sizeof(*c.all), by_start);
		for (i = 0; i < c.cnt; i++)
			end = end_of(&c.all[i]) > end ? end_of(&c.all[i]) : end;
		rc = error_set(
			err, ENOENT,
			"%s has no such profile of that time; its profiles are from %s to %s "
			"UTC",
			dir, stamp((double)c.all[0].start, from), stamp(end, to));
	}
	chosen_release(&c);
	return rc;
}

static int take_names(struct directory_files *f, const char *dir, const struct chosen *c)
{
	f->names = calloc(c->cnt + 1, sizeof(*f->names));
	while (f->names && (size_t)f->cnt < c->cnt) {
		if (asprintf(&f->names[f->cnt], "%s/%s", dir, c->all[f->cnt].name) < 0) {
			f->names[f->cnt] = NULL;
			return -ENOMEM;
		}
		f->cnt++;
	}
	return f->names ? 0 : -ENOMEM;
}

int directory_find(struct directory_files *f, const char *dir, const struct choice *by,
		   struct error *err)
{
	struct choice single = *by;
	struct chosen c;
	int rc;

	*f = (struct directory_files){};
	single.no_sums = true;
	rc = profiles_choose(dir, &single, &c, err);
	if (!rc && !c.cnt) {
		say_unread(c.unread, c.closed);
		rc = set_none(dir, by, err);
	} else if (!rc) {
		sort(c.all, c.cnt, sizeof(*c.all), by_start);
		say_found(&c, dir, by);
		if (take_names(f, dir, &c))
			rc = error_set(err, ENOMEM, "out of memory");
	}
	chosen_release(&c);
	return rc;
}

void directory_files_release(struct directory_files *f)
{
	int i;

	for (i = 0; i < f->cnt; i++)
		free(f->names[i]);
	free(f->names);
	*f = (struct directory_files){};
}

/* ------------------------------------------------------------------------- run */

static bool is_directory(const char *name)
{
	struct stat st;

	return !stat(name, &st) && S_ISDIR(st.st_mode);
}

static bool chooses(const struct options *o)
{
	return o->since || o->until || o->said[OPTION_UNIT] || o->pid_cnt || o->all.has_uid ||
	       o->all.comm || o->all.cgroup || o->all.container;
}

int directory_run(const struct options *o, int (*run)(const struct options *o))
{
	const struct choice by = directory_choice(o, o->since, o->until);
	const char *dir = o->argc ? o->argv[0] : o->all.output_dir;
	struct directory_files files = {};
	struct options with = *o;
	struct error err = {};
	int status = STATUS_FAILED;

	if (!chooses(o) && (o->argc != 1 || !is_directory(dir)))
		return run(o);
	if (o->since && o->until && o->since > o->until) {
		log_error("--since is later than --until");
		return STATUS_USAGE;
	}
	if (o->argc > 1 || !is_directory(dir)) {
		log_error("--since, --until, --unit and the like choose profiles of one directory: "
			  "give that in place of %s",
			  o->argc ? "files" : dir);
		return STATUS_USAGE;
	}
	if (!directory_find(&files, dir, &by, &err)) {
		with.argv = files.names;
		with.argc = files.cnt;
		with.merged = with.of_directory = true;
		status = run(&with);
	} else {
		log_error("%s", err.text);
	}
	directory_files_release(&files);
	return status;
}
