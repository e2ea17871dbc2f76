// SPDX-License-Identifier: GPL-2.0-or-later
#include "target/shadow_stack.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util/cleanup.h"

/* Is it one of the words behind the line's colon? */
static bool line_has(const char *line, const char *name, const char *word)
{
	size_t len = strlen(word);
	const char *p;

	if (strncmp(line, name, strlen(name)) != 0)
		return false;
	for (p = strchr(line, ':'); p && (p = strstr(p, word)); p += len) {
		if (strchr(": \t", p[-1]) && strchr(" \t\n", p[len]))
			return true;
	}
	return false;
}

bool cpuinfo_line_has_shstk(const char *line)
{
	return line_has(line, "flags", "user_shstk");
}

bool status_line_has_shstk(const char *line)
{
	return line_has(line, "x86_Thread_features:", "shstk");
}

bool release_keeps_shstk(const char *release)
{
	unsigned major, minor;

	return sscanf(release, "%u.%u", &major, &minor) == 2 &&
	       (major > 7 || (major == 7 && minor >= 2));
}

/* glibc 2.39 and later: off unless it is said. */
bool tunables_enable_shstk(const char *tunables)
{
	static const char name[] = "glibc.cpu.x86_shstk=";
	const char *p = tunables ? strstr(tunables, name) : NULL;

	return p && strncmp(p + strlen(name), "off", 3) != 0;
}

static bool any_line(const char *path, bool (*fits)(const char *line))
{
	FILE *f __cleanup(close_file) = fopen(path, "re");
	char *line __cleanup(free_ptr) = NULL;
	size_t size = 0;

	while (f && getline(&line, &size, f) > 0) {
		if (fits(line))
			return true;
	}
	return false;
}

bool shadow_stack_can_break(void)
{
	struct utsname uts;

	return !uname(&uts) && !release_keeps_shstk(uts.release) &&
	       any_line("/proc/cpuinfo", cpuinfo_line_has_shstk);
}

bool shadow_stacks_are_wanted(void)
{
	return tunables_enable_shstk(getenv("GLIBC_TUNABLES"));
}

pid_t shadow_stack_owner(void)
{
	DIR *proc __cleanup(close_dir) = opendir("/proc");
	const struct dirent *d;
	char path[64];
	pid_t pid;

	if (shadow_stacks_are_wanted())
		return getpid();
	while (proc && (d = readdir(proc))) {
		pid = atoi(d->d_name);
		snprintf(path, sizeof(path), "/proc/%d/status", pid);
		if (pid > 0 && any_line(path, status_line_has_shstk))
			return pid;
	}
	return 0;
}
