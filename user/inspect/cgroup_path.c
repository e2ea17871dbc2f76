// SPDX-License-Identifier: GPL-2.0-or-later
/* How systemd, Docker, Podman, Kubernetes and LXC name control groups. */
#include "inspect/cgroup_path.h"

#include <ctype.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/cleanup.h"

#define FILEID_KERNFS 0xfe /* include/linux/exportfs.h */
#define ID_MIN	      12 /* that there are at least in one that is a number */

char *cgroup_mount(void)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	const struct mntent *m;
	char *dir = NULL;

	while (mounts && !dir && (m = getmntent(mounts))) {
		if (!strcmp(m->mnt_type, "cgroup2"))
			dir = strdup(m->mnt_dir);
	}
	if (mounts)
		endmntent(mounts);
	return dir;
}

/* The name of an open directory. */
static bool name_of(int fd, char name[CGROUP_PATH_MAX])
{
	char link[64];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, name, CGROUP_PATH_MAX - 1);
	if (len < 0)
		return false;
	name[len] = '\0';
	return true;
}

bool cgroup_of_id(int mount, uint64_t id, char path[CGROUP_PATH_MAX])
{
	union {
		struct file_handle handle;
		char room[sizeof(struct file_handle) + sizeof(id)];
	} by = { .handle = { .handle_bytes = sizeof(id), .handle_type = FILEID_KERNFS } };
	char above[CGROUP_PATH_MAX];
	int fd __cleanup(close_fd) = -1;
	size_t len;

	memcpy(by.handle.f_handle, &id, sizeof(id));
	fd = open_by_handle_at(mount, &by.handle, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || !name_of(fd, path) || !name_of(mount, above))
		return false;
	len = strlen(above);
	if (strncmp(path, above, len) != 0 || (path[len] && path[len] != '/'))
		return false;
	memmove(path, path + len, strlen(path + len) + 1);
	if (!*path)
		strcpy(path, "/");
	return true;
}

bool cgroup_of_former(uint64_t id, char path[CGROUP_PATH_MAX])
{
	char *dir __cleanup(free_ptr) = id ? cgroup_mount() : NULL;
	int mount __cleanup(close_fd) = -1;

	if (!dir)
		return false;
	mount = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return mount >= 0 && cgroup_of_id(mount, id, path);
}

bool cgroup_of_process(pid_t pid, char path[CGROUP_PATH_MAX])
{
	FILE *f __cleanup(close_file) = NULL;
	char name[64];

	snprintf(name, sizeof(name), "/proc/%d/cgroup", pid);
	f = fopen(name, "re");
	while (f && fgets(path, CGROUP_PATH_MAX, f)) {
		if (strncmp(path, "0::", 3) != 0)
			continue;
		memmove(path, path + 3, strlen(path + 3) + 1);
		path[strcspn(path, "\n")] = '\0';
		return true;
	}
	return false;
}

static bool begins(const char *name, size_t len, const char *with)
{
	return len > strlen(with) && !strncmp(name, with, strlen(with));
}

static bool ends(const char *name, size_t len, const char *with)
{
	return len > strlen(with) && !strncmp(name + len - strlen(with), with, strlen(with));
}

static bool is_number(const char *id, size_t len)
{
	size_t i;

	for (i = 0; i < len && isxdigit((unsigned char)id[i]); i++)
		;
	return i == len && len >= ID_MIN;
}

/*
 * The id, or what may be one: what a name of which nothing is known ends in; false: there is a
 * name, not a number.
 */
static bool find_id(const char *name, size_t len, struct cgroup_name *id)
{
	static const char *const prefixes[] = { "lxc.payload.", "machine-" };
	size_t i;

	if (ends(name, len, ".scope"))
		len -= strlen(".scope");
	*id = (struct cgroup_name){ .text = name, .len = len };
	for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		if (!begins(name, len, prefixes[i]))
			continue;
		id->text += strlen(prefixes[i]);
		id->len -= strlen(prefixes[i]);
		return true;
	}
	if (is_number(name, len))
		return true;
	for (i = len; i && name[i - 1] != '-'; i--)
		;
	id->text += i;
	id->len -= i;
	return is_number(id->text, id->len);
}

bool cgroup_is_container(const char *name, size_t len, const char *id)
{
	size_t want = strlen(id);
	struct cgroup_name found;

	find_id(name, len, &found);
	if (len == want && !strncmp(name, id, len))
		return true;
	if (ends(name, len, ".scope") && len - strlen(".scope") == want && !strncmp(name, id, want))
		return true;
	if (found.len < want || strncmp(found.text, id, want) != 0)
		return false;
	return found.len == want || (want >= CONTAINER_SHORT && is_number(found.text, found.len));
}

/* The last part of the path that fits. */
static bool find_part(const char *path,
		      bool (*fits)(const char *name, size_t len, struct cgroup_name *found),
		      struct cgroup_name *last)
{
	const char *p = path;
	struct cgroup_name found;
	bool any = false;

	while (*(p += strspn(p, "/"))) {
		size_t len = strcspn(p, "/");

		if (fits(p, len, &found)) {
			*last = found;
			last->end = (size_t)(p + len - path);
			any = true;
		}
		p += len;
	}
	return any;
}

static bool is_unit(const char *name, size_t len, struct cgroup_name *found)
{
	*found = (struct cgroup_name){ .text = name, .len = len };
	return ends(name, len, ".service") || ends(name, len, ".scope");
}

bool cgroup_container(const char *path, struct cgroup_name *id)
{
	return find_part(path, find_id, id);
}

bool cgroup_unit(const char *path, struct cgroup_name *unit)
{
	return find_part(path, is_unit, unit);
}

bool cgroup_is_of_user(const char *path)
{
	static const char slice[] = "/user.slice/";

	return !strncmp(path, slice, strlen(slice));
}

/* Where a pod's UID begins: behind "pod" at the begin of a part, or behind a hyphen. */
static bool is_pod(const char *name, size_t len, struct cgroup_name *found)
{
	static const char digits[] = "0123456789abcdef-_";
	const char *at;
	size_t id;

	if (ends(name, len, ".slice"))
		len -= strlen(".slice");
	for (at = name; at + strlen("pod") < name + len; at++) {
		if (strncmp(at, "pod", 3) != 0 || (at > name && at[-1] != '-'))
			continue;
		id = (size_t)(name + len - at) - strlen("pod");
		*found = (struct cgroup_name){ .text = at + strlen("pod"), .len = id };
		if ((id == CGROUP_POD_LEN || id == CGROUP_STATIC_POD_LEN) &&
		    strspn(found->text, digits) >= id)
			return true;
	}
	return false;
}

bool cgroup_pod(const char *path, char pod[CGROUP_POD_LEN + 1])
{
	struct cgroup_name id;
	size_t i;

	if (!find_part(path, is_pod, &id))
		return false;
	for (i = 0; i < id.len; i++)
		pod[i] = id.text[i] == '_' ? '-' : id.text[i];
	pod[i] = '\0';
	return true;
}
