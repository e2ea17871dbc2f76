// SPDX-License-Identifier: GPL-2.0-or-later
#include "output/hint.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "log/log.h"
#include "rights/invoker.h"

/* For a command line to be typed: in quotes if a shell would read anything into it. */
static void quote(const char *name, char *quoted, size_t size)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_./,:@%+=-";
	size_t len = 0;

	if (!name[strspn(name, plain)]) {
		snprintf(quoted, size, "%s", name);
		return;
	}
	quoted[len++] = '\'';
	for (; *name && len + 6 < size; name++) {
		if (*name == '\'')
			len += (size_t)snprintf(quoted + len, size - len, "'\\''");
		else
			quoted[len++] = *name;
	}
	quoted[len++] = '\'';
	quoted[len] = '\0';
}

/* Root's file, and who reads this line is another user. */
static bool takes_root(const char *path)
{
	uid_t user = invoking_user();
	struct stat st;

	return user != INVOKER_NOBODY && !stat(path, &st) && !st.st_uid && !(st.st_mode & S_IROTH);
}

void print_hint(const char *path)
{
	const char *sudo = takes_root(path) ? "sudo " : "";
	char name[8192];

	quote(path, name, sizeof(name));
	log_info("next: %snytprofhtml -f %s --open, or %snytprof-bpf report %s", sudo, name, sudo,
		 name);
}
