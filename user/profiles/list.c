// SPDX-License-Identifier: GPL-2.0-or-later
#include "profiles/list.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "inspect/cgroup_path.h"
#include "profiles/entry.h"
#include "report/cells.h"
#include "report/terminal.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/sort.h"
#include "write/time_text.h"

struct list {
	struct entry *entries;
	size_t cnt;
};

static bool is_profile(const char *name)
{
	const char *end = strrchr(name, '.');

	return !strncmp(name, "nytprof.out", 11) ||
	       (end && *name != '.' && (!strcmp(end, ".nytprof") || !strcmp(end, ".out")));
}

static bool is_of_pids(const struct list_options *o, const struct entry *e)
{
	size_t i;

	for (i = 0; i < o->pid_cnt; i++) {
		if ((pid_t)e->pid == o->pids[i])
			return true;
	}
	return !o->pid_cnt;
}

static bool is_of_unit(const struct list_options *o, const struct entry *e)
{
	char name[256];

	if (!o->unit)
		return true;
	if (!e->unit)
		return false;
	snprintf(name, sizeof(name), "%s.service", o->unit);
	return !fnmatch(o->unit, e->unit, 0) || !fnmatch(name, e->unit, 0);
}

#define COMM_MAX 15 /* the kernel cuts a name there */

static bool is_of_comm(const struct list_options *o, const struct entry *e)
{
	return !o->comm || (e->comm && !strncmp(e->comm, o->comm, COMM_MAX));
}

static bool is_of_cgroup(const struct list_options *o, const struct entry *e)
{
	size_t len = o->cgroup ? strlen(o->cgroup) : 0;

	while (len && o->cgroup[len - 1] == '/')
		len--;
	return !o->cgroup || (e->cgroup && !strncmp(e->cgroup, o->cgroup, len) &&
			      (!e->cgroup[len] || e->cgroup[len] == '/'));
}

static bool is_of_container(const struct list_options *o, const struct entry *e)
{
	const char *at = e->cgroup ? e->cgroup : "";
	size_t len;

	for (; o->container && *at; at += len + (at[len] == '/')) {
		len = strcspn(at, "/");
		if (cgroup_is_container(at, len, o->container))
			return true;
	}
	return !o->container;
}

/* A profile without a begin is of no time. */
static bool is_of_time(const struct list_options *o, const struct entry *e)
{
	double end = (double)e->start + (e->wall > 0 ? e->wall : 0);

	if (!o->since && !o->until)
		return true;
	return e->start && (!o->since || end >= (double)o->since) &&
	       (!o->until || e->start <= o->until);
}

static bool is_wanted(const struct list_options *o, const struct entry *e)
{
	const char *command = e->command ? e->command : e->script ? e->script : "";

	return (!o->has_uid || e->uid == (int64_t)o->uid) && is_of_pids(o, e) && is_of_unit(o, e) &&
	       is_of_comm(o, e) && is_of_cgroup(o, e) && is_of_container(o, e) &&
	       is_of_time(o, e) && (!o->match || !regexec(o->match, command, 0, NULL, 0));
}

static int add(struct list *l, struct entry *e)
{
	struct entry *more = l->entries;

	if (!(l->cnt & (l->cnt - 1)))
		more = reallocarray(more, l->cnt ? 2 * l->cnt : 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	l->entries = more;
	more[l->cnt++] = *e;
	return 0;
}

static int read_all(const struct list_options *o, DIR *dir, struct list *l, unsigned *unread)
{
	const struct dirent *file;
	struct error ignored;
	struct entry e;
	int rc;

	while ((file = readdir(dir))) {
		if (!is_profile(file->d_name))
			continue;
		rc = entry_read(&e, dirfd(dir), file->d_name, &ignored);
		if (rc) {
			*unread += rc != -ENOMSG;
			entry_release(&e);
		} else if (!is_wanted(o, &e)) {
			entry_release(&e);
		} else if (add(l, &e)) {
			entry_release(&e);
			return -ENOMEM;
		}
	}
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* --------------------------------------------------------------------------- table */

#define WHEN_WIDTH 19
#define USER_WIDTH 10
#define LIST_CELLS (WHEN_WIDTH + 2 * CELL_TIME + USER_WIDTH + 9 + 2)

static void put_titles(const struct report *r)
{
	static const char titles[] = "script, top sub, file";

	begin_heading(r);
	fprintf(r->out, "%-*s", WHEN_WIDTH, "when (UTC)");
	cell_title(r, CELL_TIME, "wall");
	cell_title(r, CELL_CNT, "size");
	fprintf(r->out, " %*s %8s  ", USER_WIDTH - 1, "user", "pid");
	put_text(r, titles, strlen(titles), room_behind(r, LIST_CELLS));
	fputc('\n', r->out);
	end_style(r);
}

static void put_when(const struct report *r, const struct entry *e)
{
	time_t start = (time_t)e->start;
	char text[64] = "-";
	struct tm tm;

	if (e->start > 0 && e->start < 100000000000 && gmtime_r(&start, &tm))
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm);
	fprintf(r->out, "%-*s", WHEN_WIDTH, text);
}

static void put_user(const struct report *r, const struct entry *e)
{
	const struct passwd *user = e->uid < 0 ? NULL : getpwuid((uid_t)e->uid);
	char text[32] = "-";

	if (user)
		snprintf(text, sizeof(text), "%.9s", user->pw_name);
	else if (e->uid >= 0)
		snprintf(text, sizeof(text), "%lld", (long long)e->uid);
	fprintf(r->out, " %*s", USER_WIDTH - 1, text);
	snprintf(text, sizeof(text), "%u", e->pid);
	fprintf(r->out, " %8s", e->pid ? text : "-");
}

static void put_size(const struct report *r, uint64_t bytes)
{
	static const char *const units[] = { "B", "KB", "MB", "GB", "TB" };
	double value = (double)bytes;
	char text[32];
	size_t unit = 0;

	for (; value >= 999.5 && unit < 4; value /= 1024)
		unit++;
	snprintf(text, sizeof(text), "%.*f%s", unit && value < 9.95 ? 1 : 0, value, units[unit]);
	cell_title(r, CELL_CNT, text);
}

static void put_entry(const struct report *r, const char *dir, const struct entry *e)
{
	unsigned room = room_behind(r, LIST_CELLS), used;

	put_when(r, e);
	if (e->wall >= 0)
		cell_time(r, e->wall < 9e9 ? (int64_t)(e->wall * 1e9) : INT64_MAX, HEAT_NONE);
	else
		cell_title(r, CELL_TIME, "-");
	put_size(r, e->bytes);
	put_user(r, e);
	fputs("  ", r->out);
	used = put_name(r, e->script ? e->script : "-", r->o->fit ? room / 2 : room);
	fputs(e->top_sub && room > used + 6 ? "  " : "", r->out);
	if (e->top_sub && room > used + 6)
		put_name(r, e->top_sub, room - used - 2);
	fputs("\n    ", r->out);
	begin_aside(r);
	put_name(r, dir, UINT32_MAX);
	put_name(r, "/", UINT32_MAX);
	put_name(r, e->name, UINT32_MAX);
	if (e->unit) {
		fputs("  ", r->out);
		put_name(r, e->unit, UINT32_MAX);
	}
	end_style(r);
	fputc('\n', r->out);
}

static void put_list(const struct list_options *o, const struct terminal *t, const struct list *l)
{
	const struct report_options options = { .width = t->width,
						.fit = t->fit,
						.colour = t->colour };
	const struct report r = { .o = &options, .out = t->out };
	size_t i;

	put_titles(&r);
	for (i = 0; i < l->cnt && (!o->limit || i < o->limit); i++)
		put_entry(&r, o->dir, &l->entries[i]);
	if (i < l->cnt)
		fprintf(t->out, "%zu more\n", l->cnt - i);
}

int list_profiles(const struct list_options *o, struct terminal *t, unsigned *unread,
		  struct error *err)
{
	DIR *dir __cleanup(close_dir) = opendir(o->dir);
	struct list l = {};
	int rc;
	size_t i;

	*unread = 0;
	if (!dir)
		return error_set(err, errno, "can't read the directory %s: %s", o->dir,
				 strerror(errno));
	rc = read_all(o, dir, &l, unread);
	if (!rc && l.cnt) {
		sort(l.entries, l.cnt, sizeof(*l.entries), compare);
		put_list(o, t, &l);
	}
	for (i = 0; i < l.cnt; i++)
		entry_release(&l.entries[i]);
	free(l.entries);
	if (rc)
		return error_set(err, ENOMEM, "out of memory");
	return l.cnt ? 0 : error_set(err, ENOENT, "%s has no such profile", o->dir);
}
