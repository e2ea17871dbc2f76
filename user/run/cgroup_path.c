// SPDX-License-Identifier: GPL-2.0-or-later
/* How systemd, Docker, Podman, Kubernetes and LXC name control groups. */
#include "cgroup_path.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "util/cleanup.h"

#define SHORT_ID 4 /* characters of a container's id that tell it from others */
#define ID_MIN	 12 /* that there are at least in one that is a number */

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

/* The id, or what may be one: what a name of which nothing is known ends in; false: there is a name, not a number. */
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
	return found.len == want || (want >= SHORT_ID && is_number(found.text, found.len));
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
