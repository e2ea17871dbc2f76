// SPDX-License-Identifier: GPL-2.0-or-later
/* Which processes are of one group, and the sums of the groups. */
#include "output/group_sums.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uthash.h>

#include "inspect/cgroup_path.h"
#include "log/log.h"
#include "nytp/nytp.h"
#include "options/host_options.h"
#include "output/outputs.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "store/let_read.h"
#include "store/store.h"
#include "target/process.h"
#include "tracee/tracee.h"
#include "util/cleanup.h"
#include "util/error.h"
#include "util/outfile.h"

#define IDLE_MAX (64u << 20) /* bytes of groups without processes */

struct group {
	char *path; /* of the control group */
	char *name; /* of the unit, or the container's id */
	char *file;
	struct merge *sum;
	bool touched; /* since it was written, */
	bool in_other; /* or the process that writes it has begun */
	bool used; /* somebody of it runs */
	UT_hash_handle hh; /* by path */
};

/* A process that was met. */
struct member {
	pid_t pid;
	bool gone; /* at the last sweep */
	bool unknown; /* neither it nor its parent was there any more; so */
	struct group *group; /* NULL: none */
	UT_hash_handle hh;
};

struct group_sums {
	const struct host_options *options;
	struct group *groups; /* the one that was touched last is the last */
	struct member *members;
	unsigned unknown; /* profiles of such */
	int mount; /* the directory of all control groups; -1: none */
};

struct group_sums *group_sums_new(const struct host_options *options)
{
	char *mount __cleanup(free_ptr) = cgroup_mount();
	struct group_sums *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->options = options;
	m->mount = mount ? open(mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	return m;
}

static void group_free(struct group_sums *m, struct group *g)
{
	HASH_DEL(m->groups, g);
	merge_free(g->sum);
	free(g->path);
	free(g->name);
	free(g->file);
	free(g);
}

static void member_free(struct group_sums *m, struct member *member)
{
	HASH_DEL(m->members, member);
	free(member);
}

void group_sums_free(struct group_sums *m)
{
	struct member *member, *next_member;
	struct group *g, *next_group;

	if (!m)
		return;
	HASH_ITER(hh, m->members, member, next_member)
		member_free(m, member);
	HASH_ITER(hh, m->groups, g, next_group)
		group_free(m, g);
	close_fd(&m->mount);
	free(m);
}

/* -------------------------------------------------------------------- members */

static bool has_file(const struct group_sums *m, const char *file)
{
	const struct group *g;

	for (g = m->groups; g; g = g->hh.next) {
		if (!strcmp(g->file, file))
			return true;
	}
	return false;
}

/* unit-NAME.merged.TIME.nytprof: two groups can have one name, and a unit can come again. */
static char *choose_file(const struct group_sums *m, const char *name)
{
	struct timespec now;
	int64_t ns;
	char *file;

	clock_gettime(CLOCK_REALTIME, &now);
	ns = now.tv_sec * 1000000000ll + now.tv_nsec;
	for (;; ns += 1000) {
		file = store_merged_name(m->options->merge == MERGE_UNIT ? "unit" : "container",
					 name, ns);
		if (!file || !has_file(m, file))
			return file;
		free(file);
	}
}

static struct group *group_at(struct group_sums *m, const char *path, size_t path_len,
			      const struct cgroup_name *name)
{
	struct group *g;

	HASH_FIND(hh, m->groups, path, path_len, g);
	if (g)
		return g;
	g = calloc(1, sizeof(*g));
	if (!g)
		return NULL;
	g->path = strndup(path, path_len);
	g->name = strndup(name->text, name->len);
	g->file = g->name ? choose_file(m, g->name) : NULL;
	g->sum = merge_new();
	if (g->path && g->file && g->sum) {
		HASH_ADD_KEYPTR(hh, m->groups, g->path, path_len, g);
		return g;
	}
	merge_free(g->sum);
	free(g->path);
	free(g->name);
	free(g->file);
	free(g);
	return NULL;
}

/* By the id, or what /proc says now; false: nothing. */
static bool find_group(struct group_sums *m, pid_t pid, uint64_t cgroup, struct group **group)
{
	char path[CGROUP_PATH_MAX];
	struct cgroup_name name;
	bool (*find)(const char *, struct cgroup_name *) =
		m->options->merge == MERGE_UNIT ? cgroup_unit : cgroup_container;

	if (!(cgroup && cgroup_of_id(m->mount, cgroup, path)) && !cgroup_of_process(pid, path))
		return false;
	*group = find(path, &name) ? group_at(m, path, name.end, &name) : NULL;
	return true;
}

static struct member *member_of(const struct group_sums *m, pid_t pid)
{
	struct member *member;

	HASH_FIND_INT(m->members, &pid, member);
	return member;
}

void group_sums_meet(struct group_sums *m, pid_t pid, uint64_t cgroup, pid_t parent)
{
	struct member *member = member_of(m, pid), *like = member_of(m, parent);
	struct group *group = NULL;
	bool known = find_group(m, pid, cgroup, &group);

	if (!known && member)
		return; /* known from when it executed its program */
	if (!known && like) {
		group = like->group;
		known = !like->unknown;
	} else if (!known) {
		known = parent && find_group(m, parent, 0, &group);
	}
	if (!member) {
		member = calloc(1, sizeof(*member));
		if (!member)
			return;
		member->pid = pid;
		HASH_ADD_INT(m->members, pid, member);
	}
	member->group = group;
	member->unknown = !known;
	member->gone = false;
	if (group)
		group->used = true;
}

static struct group *group_of(const struct group_sums *m, const struct tracee *t)
{
	const struct member *member = member_of(m, (pid_t)t->tgid);

	return member ? member->group : NULL;
}

/* ----------------------------------------------------------------------- sums */

int group_sums_add(struct group_sums *m, struct tracee *t)
{
	const struct member *member = member_of(m, (pid_t)t->tgid);
	struct group *g = group_of(m, t);

	m->unknown += !member || member->unknown;
	if (!g)
		return 0;
	group_sums_touch(m, t);
	if (!merge_runs(g->sum)) /* a unit's processes are nearly always those of one user */
		merge_charge_sqls(g->sum, t->profile);
	return merge_add(g->sum, t->profile);
}

void group_sums_touch(struct group_sums *m, const struct tracee *t)
{
	struct group *g = group_of(m, t);

	if (!g)
		return;
	g->touched = true;
	HASH_DEL(m->groups, g);
	HASH_ADD_KEYPTR(hh, m->groups, g->path, strlen(g->path), g);
}

bool group_sums_is_touched(const struct group_sums *m, const struct tracee *t)
{
	const struct group *g = group_of(m, t);

	return g && g->touched;
}

bool group_sums_any_touched(const struct group_sums *m)
{
	const struct group *g;

	for (g = m->groups; g; g = g->hh.next) {
		if (g->touched)
			return true;
	}
	return false;
}

static int write_group(struct group *g, const struct store *store, const struct readers *readers,
		       const struct nytp_settings *settings, const char *kind, uint64_t *bytes,
		       struct error *err)
{
	struct profile *p = merge_profile(g->sum);
	struct outfile *out;
	int rc;

	if (!p || profile_set_attr(p, "agent_merged", "%s %s", kind, g->name))
		return error_set(err, ENOMEM, "out of memory");
	profile_set_option(p, "calls", "%d", call_tree_cnt(&p->call_tree) ? settings->calls : 0);
	out = outfile_new(store_dir(store), g->file, err);
	if (!out)
		return -errno;
	rc = nytp_write(p, outfile_stream(out), settings, err);
	*bytes = (uint64_t)ftello(outfile_stream(out));
	let_read(out, readers, g->path);
	if (!rc)
		return outfile_commit(out, err);
	outfile_abort(out);
	return rc;
}

int group_sums_write(struct group_sums *m, const struct store *store, struct outputs *outputs,
		     const struct nytp_settings *settings, bool last, struct error *err)
{
	const char *kind = m->options->merge == MERGE_UNIT ? "unit" : "container";
	uint64_t bytes = 0;
	struct error later;
	struct group *g;
	int rc = 0, one;

	for (g = m->groups; g; g = g->hh.next) {
		if (!g->touched || !merge_runs(g->sum))
			continue;
		one = write_group(g, store, &m->options->readers, settings, kind, &bytes,
				  rc ? &later : err);
		outputs_note_merged(outputs, one, bytes, last);
		g->touched = one != 0;
		rc = rc ?: one;
	}
	return rc;
}

void group_sums_leave_to_other(struct group_sums *m)
{
	struct group *g;

	for (g = m->groups; g; g = g->hh.next) {
		g->in_other = g->touched;
		g->touched = false;
	}
}

void group_sums_other_has(struct group_sums *m, bool written)
{
	struct group *g;

	for (g = m->groups; g; g = g->hh.next) {
		g->touched |= g->in_other && !written;
		g->in_other = false;
	}
}

/* ------------------------------------------------------------------- letting go */

/* A process that has ended may still have something to be collected: it goes at the second sight. */
static void sweep_members(struct group_sums *m, const struct tracee *tracees)
{
	struct member *member, *next;
	const struct tracee *t;

	HASH_ITER(hh, m->members, member, next) {
		bool gone = !process_is_alive(member->pid);

		for (t = gone && member->gone ? tracees : NULL; t; t = t->next) {
			if ((pid_t)t->tgid == member->pid)
				break;
		}
		if (gone && member->gone && !t) {
			member_free(m, member);
			continue;
		}
		member->gone = gone;
		if (member->group)
			member->group->used = true;
	}
}

void group_sums_sweep(struct group_sums *m, const struct tracee *tracees)
{
	struct group *g, *next;
	size_t idle = 0;

	for (g = m->groups; g; g = g->hh.next)
		g->used = false;
	sweep_members(m, tracees);
	for (g = m->groups; g; g = g->hh.next)
		idle += g->used ? 0 : merge_size(g->sum);
	HASH_ITER(hh, m->groups, g, next) {
		if (g->used || g->touched || g->in_other)
			continue;
		if (idle <= IDLE_MAX && merge_runs(g->sum))
			continue;
		idle -= merge_size(g->sum);
		if (merge_runs(g->sum))
			log_verbose("%s has no processes left; a later process begins a new "
				    "profile",
				    g->name);
		group_free(m, g);
	}
}

bool group_sums_is_used(const char *name, const void *arg)
{
	const struct group_sums *m = arg;
	const struct group *g;

	for (g = m->groups; g; g = g->hh.next) {
		if (g->used && !strcmp(g->file, name))
			return true;
	}
	return false;
}

void group_sums_print_summary(const struct group_sums *m)
{
	const char *kind = m->options->merge == MERGE_UNIT ? "unit" : "container";
	const struct group *g;
	unsigned cnt = 0;

	for (g = m->groups; g; g = g->hh.next)
		cnt += merge_runs(g->sum) > 0;
	log_info("%u %s%s with a merged profile", cnt, kind, cnt == 1 ? "" : "s");
	if (m->unknown)
		log_warning("%u profile%s of processes that ended before the agent knew their "
			    "%s: in no merged profile",
			    m->unknown, m->unknown == 1 ? "" : "s", kind);
}
