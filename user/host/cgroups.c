// SPDX-License-Identifier: GPL-2.0-or-later
/* From the names of control groups to their ids, which are the inode numbers of their directories. */
#include "host/cgroups.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inspect/cgroup_path.h"
#include "log/log.h"
#include "nytprof/filter.h"
#include "util/cleanup.h"
#include "util/error.h"

#define GROUPS_MAX	256
#define CGROUP_INIT_INO 0xeffffffbu /* include/linux/proc_ns.h: the first namespace of cgroups */

struct cgroups {
	const char *path;
	const char *container;
	char *mount;
	bool apart; /* we are in a namespace of our own: how deep, nobody says */
	uint64_t ids[GROUPS_MAX]; /* in the map */
	size_t cnt;
};

/* What was mistyped is not there either. */
static void warn(const struct cgroups *g)
{
	char *dir __cleanup(free_ptr) = NULL;

	if (g->container && strlen(g->container) < CONTAINER_SHORT)
		log_warning("--container=%s: shorter than %u characters, so it matches whole "
			    "names only, not the beginning of an id",
			    g->container, CONTAINER_SHORT);
	if (!g->path || asprintf(&dir, "%s%s", g->mount, g->path) < 0 || !access(dir, F_OK))
		return;
	log_warning("--cgroup=%s: there is no such control group now; nothing is recorded "
		    "until there is one",
		    g->path);
}

struct cgroups *cgroups_new(const char *path, const char *container, struct error *err)
{
	struct cgroups *g = calloc(1, sizeof(*g));
	struct stat st;

	if (g) {
		g->path = path;
		g->container = container;
		g->mount = cgroup_mount();
		g->apart = !stat("/proc/self/ns/cgroup", &st) && st.st_ino != CGROUP_INIT_INO;
	}
	if (g && g->mount) {
		warn(g);
		return g;
	}
	error_set(err, ENOTSUP,
		  "--%s: needs control groups of version 2, and none are "
		  "mounted here",
		  path ? "cgroup" : "container");
	cgroups_free(g);
	return NULL;
}

void cgroups_free(struct cgroups *g)
{
	if (!g)
		return;
	free(g->mount);
	free(g);
}

/* ------------------------------------------------------------------------- names */

/* Is one of the directories of a path a container's? */
static bool has_container(const char *path, const char *id)
{
	while (*path) {
		size_t len;

		path += strspn(path, "/");
		len = strcspn(path, "/\n");
		if (len && cgroup_is_container(path, len, id))
			return true;
		path += len;
		if (*path == '\n')
			break;
	}
	return false;
}

static bool is_at_or_below(const char *path, const char *group)
{
	size_t len = strlen(group);

	while (len && group[len - 1] == '/')
		len--;
	return !strncmp(path, group, len) && (!path[len] || strchr("/\n", path[len]));
}

bool cgroups_have_process(const struct cgroups *g, pid_t pid)
{
	char path[CGROUP_PATH_MAX];

	if (!cgroup_of_process(pid, path))
		return false;
	return g->path ? is_at_or_below(path, g->path) : has_container(path, g->container);
}

/* --------------------------------------------------------------------------- ids */

struct search {
	const struct cgroups *g;
	uint64_t ids[GROUPS_MAX];
	size_t cnt;
	uint32_t levels;
};

static void add_group(struct search *s, int dir, unsigned level)
{
	struct stat st;

	if (level >= FILTER_LEVELS || s->cnt == GROUPS_MAX || fstat(dir, &st))
		return;
	s->ids[s->cnt++] = st.st_ino;
	s->levels |= s->g->apart ? (1u << FILTER_LEVELS) - 1 : 1u << level;
}

/* Those of the container below a directory, which becomes closed; not below one that is. */
static void search_below(struct search *s, int fd, unsigned level)
{
	DIR *dir __cleanup(close_dir) = fdopendir(fd);
	const struct dirent *d;

	if (!dir) {
		close(fd);
		return;
	}
	while (level < FILTER_LEVELS && (d = readdir(dir))) {
		int below;

		if (d->d_type != DT_DIR || d->d_name[0] == '.')
			continue;
		below = openat(dirfd(dir), d->d_name,
			       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (below < 0)
			continue;
		if (cgroup_is_container(d->d_name, strlen(d->d_name), s->g->container)) {
			add_group(s, below, level + 1);
			close(below);
		} else {
			search_below(s, below, level + 1);
		}
	}
}

static void search_path(struct search *s)
{
	char *path __cleanup(free_ptr) = NULL;
	const char *p = s->g->path;
	unsigned level = 0;
	int fd;

	for (; *p; p++)
		level += *p == '/' && p[1] && p[1] != '/';
	if (asprintf(&path, "%s%s", s->g->mount, s->g->path) < 0)
		return;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	add_group(s, fd, level);
	close(fd);
}

static bool has_id(const uint64_t *ids, size_t cnt, uint64_t id)
{
	size_t i;

	for (i = 0; i < cnt && ids[i] != id; i++)
		;
	return i < cnt;
}

uint32_t cgroups_update(struct cgroups *g, int map)
{
	struct search s = { .g = g };
	uint32_t one = 1;
	size_t i;
	int fd;

	if (g->path) {
		search_path(&s);
	} else {
		fd = open(g->mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (fd >= 0)
			search_below(&s, fd, 0);
	}
	for (i = 0; i < g->cnt; i++) {
		if (!has_id(s.ids, s.cnt, g->ids[i]))
			bpf_map_delete_elem(map, &g->ids[i]);
	}
	for (i = 0; i < s.cnt; i++) {
		if (!has_id(g->ids, g->cnt, s.ids[i]))
			bpf_map_update_elem(map, &s.ids[i], &one, BPF_ANY);
	}
	memcpy(g->ids, s.ids, s.cnt * sizeof(s.ids[0]));
	g->cnt = s.cnt;
	return s.levels;
}

void cgroups_retire(const struct cgroups *g, const struct cgroups *next, int map)
{
	size_t i;

	for (i = 0; i < g->cnt; i++) {
		if (!next || !has_id(next->ids, next->cnt, g->ids[i]))
			bpf_map_delete_elem(map, &g->ids[i]);
	}
}
