// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tracefs has their numbers. Where nobody has mounted it, the agent makes a mount that has no place in
 * any directory, and that nobody else sees.
 */
#include "attach/tracepoints.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "nytprof/tracepoints.h"
#include "text/nearest.h"
#include "util/cleanup.h"
#include "util/error.h"

/* ----------------------------------------------------------------------- tracefs */

/* -1 with errno. */
static int mount_tracefs(void)
{
	int context __cleanup(close_fd) = (int)syscall(SYS_fsopen, "tracefs", FSOPEN_CLOEXEC);

	if (context < 0 || syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) < 0)
		return -1;
	return (int)syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC, 0);
}

static int open_dir(int at, const char *path)
{
	return openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* The folder "events". Negative errno with err set. */
static int open_events(struct error *err)
{
	static const char *const mounted[] = { "/sys/kernel/tracing/events",
					       "/sys/kernel/debug/tracing/events" };
	int root __cleanup(close_fd) = -1, events, denied = 0;
	size_t i;

	for (i = 0; i < sizeof(mounted) / sizeof(mounted[0]); i++) {
		events = open_dir(AT_FDCWD, mounted[i]);
		if (events >= 0)
			return events;
		denied = errno == EACCES || errno == EPERM ? errno : denied;
	}
	root = mount_tracefs();
	events = root < 0 ? -1 : open_dir(root, "events");
	if (events >= 0)
		return events;
	if (errno == ENODEV)
		return error_set(err, ENOTSUP,
				 "--event=tracepoint: this kernel has no tracefs (CONFIG_FTRACE)");
	if (denied)
		return error_set(err, denied,
				 "--event=tracepoint: can't read /sys/kernel/tracing: %s; it takes "
				 "root, or CAP_DAC_READ_SEARCH",
				 strerror(denied));
	return error_set(err, errno,
			 "--event=tracepoint: tracefs is not mounted on /sys/kernel/tracing, and "
			 "the agent can't mount it: %s; mount it there, or add CAP_SYS_ADMIN",
			 strerror(errno));
}

/* --------------------------------------------------------------- names like this */

struct listed {
	char **names; /* CATEGORY:NAME */
	size_t cnt;
};

static struct listed listed; /* as nearest_name() takes no argument for it */

static const char *nth_listed(size_t i)
{
	return i < listed.cnt ? listed.names[i] : NULL;
}

/* Without memory there are fewer. */
static void list_name(const char *category, const char *name)
{
	char **more = reallocarray(listed.names, listed.cnt + 1, sizeof(*more));

	if (!more)
		return;
	listed.names = more;
	if (asprintf(&more[listed.cnt], "%s:%s", category, name) >= 0)
		listed.cnt++;
}

static DIR *open_list(int at, const char *path)
{
	int fd = open_dir(at, path);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !dir)
		close(fd);
	return dir;
}

static bool is_dir(const struct dirent *entry)
{
	return entry->d_type == DT_DIR && entry->d_name[0] != '.';
}

static void list_category(int events, const char *category)
{
	DIR *dir __cleanup(close_dir) = open_list(events, category);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		if (is_dir(entry))
			list_name(category, entry->d_name);
	}
}

static void list_all(int events)
{
	DIR *dir __cleanup(close_dir) = open_list(events, ".");
	const struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		if (is_dir(entry) && strcmp(entry->d_name, "syscalls") != 0)
			list_category(events, entry->d_name);
	}
}

static void unlist(void)
{
	while (listed.cnt)
		free(listed.names[--listed.cnt]);
	free(listed.names);
	listed.names = NULL;
}

static int unknown(int events, const struct tracepoint *point, struct error *err)
{
	const char *near;
	int rc;

	list_all(events);
	near = nearest_name(point->name, nth_listed);
	if (near)
		rc = error_set(
			err, ENOENT,
			"--event=" TRACEPOINT_PREFIX
			"%s: this kernel has no such tracepoint; did you mean " TRACEPOINT_PREFIX
			"%s?",
			point->name, near);
	else
		rc = error_set(
			err, ENOENT,
			"--event=" TRACEPOINT_PREFIX
			"%s: this kernel has no such tracepoint, or its module is not loaded; "
			"/sys/kernel/tracing/available_events lists them (where that is "
			"missing: mount -t tracefs none /sys/kernel/tracing)",
			point->name);
	unlist();
	return rc;
}

/* -------------------------------------------------------------------------- find */

int tracepoint_open(const struct tracepoint *point)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT,
					.size = sizeof(attr),
					.config = point->id };
	const long cpus = sysconf(_SC_NPROCESSORS_CONF);
	int cpu, fd = -1;

	/* Its program runs on all of them. One can be off. */
	for (cpu = 0; cpu < cpus && fd < 0; cpu++) {
		fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
		if (fd < 0 && errno != ENODEV)
			break;
	}
	return fd;
}

/* -1 with errno. */
static int read_id(int events, const char *name, uint32_t *id)
{
	char path[TRACEPOINT_NAME_MAX + sizeof("/id")], text[32] = "";
	int fd __cleanup(close_fd) = -1;

	snprintf(path, sizeof(path), "%s/id", name);
	path[strcspn(path, ":")] = '/';
	fd = openat(events, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || read(fd, text, sizeof(text) - 1) < 0)
		return -1;
	*id = (uint32_t)strtoul(text, NULL, 10);
	return 0;
}

static int find(int events, struct tracepoint *point, struct error *err)
{
	int fd __cleanup(close_fd) = -1;

	if (read_id(events, point->name, &point->id)) {
		if (errno == ENOENT || errno == ENOTDIR)
			return unknown(events, point, err);
		return error_set(err, errno,
				 "--event=" TRACEPOINT_PREFIX "%s: can't read its number: %s; it "
				 "takes root, or CAP_DAC_READ_SEARCH",
				 point->name, strerror(errno));
	}
	fd = tracepoint_open(point);
	if (fd < 0 && (errno == EACCES || errno == EPERM))
		return error_set(err, errno,
				 "--event=" TRACEPOINT_PREFIX
				 "%s: can't attach to it: %s; it takes "
				 "CAP_PERFMON or CAP_SYS_ADMIN",
				 point->name, strerror(errno));
	if (fd < 0)
		return error_set(err, errno,
				 "--event=" TRACEPOINT_PREFIX
				 "%s: the kernel lets nobody attach to it: %s",
				 point->name, strerror(errno));
	return 0;
}

int tracepoints_find(struct tracepoint *points, unsigned cnt, struct error *err)
{
	int events __cleanup(close_fd) = -1, rc = 0;
	unsigned i;

	if (!cnt)
		return 0;
	events = open_events(err);
	if (events < 0)
		return events;
	for (i = 0; i < cnt && !rc; i++)
		rc = find(events, &points[i], err);
	return rc;
}
