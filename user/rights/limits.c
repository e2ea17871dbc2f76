// SPDX-License-Identifier: GPL-2.0-or-later
#include "rights/limits.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/resource.h>

#include "util/error.h"
#include "util/fds.h"

/* One perl takes 110 (Linux 6.18, multi-uprobe links), and some more while its programs are loaded. */
#define FILES_NEEDED 256

/* Processor time between SIGXCPU, which ends the recording, and SIGKILL: to write what there is. */
#define TIME_TO_WRITE_S 2

static struct rlimit files_before, time_before;

static void count(int fd, const char *kind, void *arg)
{
	(void)fd;
	(void)kind;
	++*(rlim_t *)arg;
}

static int raise_files(struct error *err)
{
	struct rlimit limit;
	rlim_t open = 0;

	if (getrlimit(RLIMIT_NOFILE, &files_before))
		return 0;
	limit = files_before;
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		limit = files_before;
	fds_each(count, &open);
	if (limit.rlim_cur >= FILES_NEEDED + open)
		return 0;
	return error_set(err, EMFILE, "a recording needs %llu open files: raise the limit",
			 (unsigned long long)(FILES_NEEDED + open));
}

static void raise_time(void)
{
	const struct rlimit none = { RLIM_INFINITY, RLIM_INFINITY };
	struct rlimit limit;

	if (getrlimit(RLIMIT_CPU, &time_before) || !setrlimit(RLIMIT_CPU, &none))
		return;
	limit = time_before;
	limit.rlim_cur = limit.rlim_max;
	if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max > TIME_TO_WRITE_S)
		limit.rlim_cur -= TIME_TO_WRITE_S;
	setrlimit(RLIMIT_CPU, &limit);
}

int limits_raise(struct error *err)
{
	raise_time();
	return raise_files(err);
}

void limits_restore(void)
{
	setrlimit(RLIMIT_NOFILE, &files_before); /* no hard limit is higher than now: anybody may */
	setrlimit(RLIMIT_CPU, &time_before);
}
