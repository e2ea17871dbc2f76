// SPDX-License-Identifier: GPL-2.0-or-later
#include "profiles/choose.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inspect/cgroup_path.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/unit_name.h"

static bool is_profile(const char *name)
{
	const char *end = strrchr(name, '.');

	return !strncmp(name, "nytprof.out", 11) ||
	       (end && *name != '.' && (!strcmp(end, ".nytprof") || !strcmp(end, ".out")));
}

static bool is_of_pids(const struct choice *o, const struct entry *e)
{
	size_t i;

	for (i = 0; i < o->pid_cnt; i++) {
		if ((pid_t)e->pid == o->pids[i])
			return true;
	}
	return !o->pid_cnt;
}

static bool is_of_unit(const struct choice *o, const struct entry *e)
{
	return !o->unit ||
	       (e->unit && unit_name_fits(o->unit, strlen(o->unit), e->unit, strlen(e->unit)));
}

#define COMM_MAX 15 /* the kernel cuts a name there */

static bool is_of_comm(const struct choice *o, const struct entry *e)
{
	return !o->comm || (e->comm && !strncmp(e->comm, o->comm, COMM_MAX));
}

static bool is_of_cgroup(const struct choice *o, const struct entry *e)
{
	size_t len = o->cgroup ? strlen(o->cgroup) : 0;

	while (len && o->cgroup[len - 1] == '/')
		len--;
	return !o->cgroup || (e->cgroup && !strncmp(e->cgroup, o->cgroup, len) &&
			      (!e->cgroup[len] || e->cgroup[len] == '/'));
}

static bool is_of_container(const struct choice *o, const struct entry *e)
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
static bool is_of_time(const struct choice *o, const struct entry *e)
{
	double end = (double)e->start + (e->wall > 0 ? e->wall : 0);

	if (!o->since && !o->until)
		return true;
	return e->start && (!o->since || end >= (double)o->since) &&
	       (!o->until || e->start <= o->until);
}

static bool is_wanted(const struct choice *o, const struct entry *e)
{
	const char *command = e->command ? e->command : e->script ? e->script : "";

	return !(o->no_sums && e->merged) && (!o->has_uid || e->uid == (int64_t)o->uid) &&
	       is_of_pids(o, e) && is_of_unit(o, e) && is_of_comm(o, e) && is_of_cgroup(o, e) &&
	       is_of_container(o, e) && is_of_time(o, e) &&
	       (!o->match || !regexec(o->match, command, 0, NULL, 0));
}

static int add(struct chosen *c, struct entry *e)
{
	struct entry *more = c->all;

	if (!(c->cnt & (c->cnt - 1)))
		more = reallocarray(more, c->cnt ? 2 * c->cnt : 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	c->all = more;
	more[c->cnt++] = *e;
	return 0;
}

static void count_unread(struct chosen *c, int rc)
{
	if (rc == -EACCES || rc == -EPERM)
		c->closed++;
	else if (rc != -ENOMSG)
		c->unread++;
}

static int read_all(const struct choice *o, DIR *dir, struct chosen *c)
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
			count_unread(c, rc);
			entry_release(&e);
		} else if (!is_wanted(o, &e)) {
			entry_release(&e);
		} else if (add(c, &e)) {
			entry_release(&e);
			return -ENOMEM;
		}
	}
	return 0;
}

int profiles_choose(const char *dir, const struct choice *by, struct chosen *c, struct error *err)
{
	DIR *open_dir __cleanup(close_dir) = opendir(dir);

	*c = (struct chosen){};
	if (!open_dir)
		return error_set(err, errno, "can't read the directory %s: %s", dir,
				 strerror(errno));
	return read_all(by, open_dir, c) ? error_set(err, ENOMEM, "out of memory") : 0;
}

void chosen_release(struct chosen *c)
{
	size_t i;

	for (i = 0; i < c->cnt; i++)
		entry_release(&c->all[i]);
	free(c->all);
	*c = (struct chosen){};
}
