// SPDX-License-Identifier: GPL-2.0-or-later
/* Devel::NYTProf and its like, in a process or in a command line. */
#include "inspect/profilers.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "log/log.h"
#include "target/process.h"
#include "util/cleanup.h"

void profilers_warn_process(pid_t pid)
{
	const char *profiler = process_profiler(pid);

	if (profiler)
		log_warning("process %d has loaded another profiler (%s): this profile will "
			    "include that profiler's own work",
			    pid, profiler);
}

/* -d:NYTProf, -MDevel::Cover, use Devel::DProf */
static bool names_profiler(const char *text)
{
	static const char *const known[] = { "NYTProf", "DProf", "FastProf", "Cover", "SmallProf" };
	static const char *const before[] = { "d:", "Devel::" };
	char name[32];
	size_t i, j;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		for (j = 0; j < sizeof(before) / sizeof(before[0]); j++) {
			snprintf(name, sizeof(name), "%s%s", before[j], known[i]);
			if (strstr(text, name))
				return true;
		}
	}
	return false;
}

static void warn_of(const char *what, const char *text)
{
	log_warning("the command loads another profiler (%s%s): this profile will include "
		    "that profiler's own work",
		    what, text);
}

void profilers_warn_command(char *const argv[])
{
	const char *opt = getenv("PERL5OPT"), *db = getenv("PERL5DB");
	size_t i;

	if (opt && names_profiler(opt))
		warn_of("PERL5OPT=", opt);
	if (db && names_profiler(db))
		warn_of("PERL5DB=", db);
	for (i = 1; argv[i]; i++) {
		if (argv[i][0] == '-' && argv[i][1] != '-' && names_profiler(argv[i]))
			warn_of("", argv[i]);
	}
}

static bool has_open(pid_t pid, const struct stat *file)
{
	char name[64];
	struct dirent *entry;
	struct statx st;
	DIR *dir __cleanup(close_dir) = NULL;

	snprintf(name, sizeof(name), "/proc/%d/fd", pid);
	dir = opendir(name);
	while (dir && (entry = readdir(dir))) {
		/* Without asking the file system, which may be a program of the target's user. */
		if (!statx(dirfd(dir), entry->d_name, AT_STATX_DONT_SYNC, STATX_INO, &st) &&
		    makedev(st.stx_dev_major, st.stx_dev_minor) == file->st_dev &&
		    st.stx_ino == file->st_ino)
			return true;
	}
	return false;
}

bool profilers_own(const char *path, const struct timespec *since, pid_t pid)
{
	struct stat st;

	if (lstat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	return st.st_mtim.tv_sec > since->tv_sec ||
	       (st.st_mtim.tv_sec == since->tv_sec && st.st_mtim.tv_nsec >= since->tv_nsec) ||
	       has_open(pid, &st);
}
