// SPDX-License-Identifier: GPL-2.0-or-later
/* Processes: their names, ages and relatives, from /proc; and what else they have mapped. */
#include "target/process.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "target/maps.h"
#include "util/cleanup.h"

void process_comm(pid_t pid, char comm[32])
{
	FILE *f __cleanup(close_file) = NULL;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	f = fopen(path, "re");
	if (!f || !fgets(comm, 32, f))
		snprintf(comm, 32, "?");
	comm[strcspn(comm, "\n")] = '\0';
}

/* Reads /proc/PID/stat from the state on: what follows the name, which may hold anything. */
static bool read_stat(pid_t pid, char text[1024], const char **state)
{
	FILE *f __cleanup(close_file) = NULL;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	text[fread(text, 1, 1023, f)] = '\0';
	*state = strrchr(text, ')');
	return *state && (*state)[1] == ' ' && (*state += 2);
}

static uint64_t tick_ns(void)
{
	return 1000000000ull / (uint64_t)sysconf(_SC_CLK_TCK);
}

uint64_t process_tick(uint64_t start_ns)
{
	return start_ns / tick_ns() * tick_ns();
}

bool process_is_alive(pid_t pid)
{
	const unsigned exiting =
		4; /* include/linux/sched.h, PF_EXITING: set before its end is told */
	const char *stat;
	unsigned flags;
	char text[1024];

	return read_stat(pid, text, &stat) && *stat != 'Z' && *stat != 'X' &&
	       sscanf(stat, "%*c %*d %*d %*d %*d %*d %u", &flags) == 1 && !(flags & exiting);
}

bool process_is_gone(pid_t pid)
{
	return kill(pid, 0) && errno == ESRCH;
}

bool process_is_over(pid_t pid)
{
	const char *stat;
	int threads;
	char text[1024];

	if (process_is_gone(pid))
		return true;
	/* The first thread of a process may have ended before the others. */
	return read_stat(pid, text, &stat) && (*stat == 'Z' || *stat == 'X') &&
	       sscanf(stat,
		      "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %d",
		      &threads) == 1 &&
	       threads <= 1;
}

struct descent {
	pid_t parent;
	unsigned flags;
	uint64_t start_ns;
};

static bool read_descent(pid_t pid, struct descent *d)
{
	const char *stat;
	char text[1024];
	uint64_t ticks;

	if (!read_stat(pid, text, &stat) ||
	    sscanf(stat,
		   "%*c %d %*d %*d %*d %*d %u %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %" SCNu64,
		   &d->parent, &d->flags, &ticks) != 3)
		return false;
	d->start_ns = ticks * tick_ns();
	return true;
}

uint64_t process_start(pid_t pid)
{
	struct descent d;

	return read_descent(pid, &d) ? d.start_ns : 0;
}

uint64_t process_cpu(pid_t pid)
{
	const char *stat;
	char text[1024];
	uint64_t user, system;

	if (!read_stat(pid, text, &stat) ||
	    sscanf(stat, "%*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %" SCNu64 " %" SCNu64, &user,
		   &system) != 2)
		return 0;
	return (user + system) * tick_ns();
}

static bool run_the_same_file(pid_t a, pid_t b)
{
	struct stat of_a, of_b;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/exe", a);
	if (stat(path, &of_a))
		return false;
	snprintf(path, sizeof(path), "/proc/%d/exe", b);
	return !stat(path, &of_b) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

/* Another parent than the one that forked it: that has ended. */
uint64_t process_code_start(pid_t pid, uint64_t start)
{
	const unsigned executed_nothing = 0x40; /* include/linux/sched.h, PF_FORKNOEXEC */
	struct descent d, parent;

	if (!read_descent(pid, &d) || d.start_ns != process_tick(start))
		return 0;
	for (; d.flags & executed_nothing; d = parent) {
		if (!read_descent(d.parent, &parent) || parent.start_ns > d.start_ns ||
		    !run_the_same_file(pid, d.parent))
			return 0;
		start = parent.start_ns;
	}
	return start;
}

pid_t process_parent(pid_t pid)
{
	const char *stat;
	char text[1024];
	int parent;

	return read_stat(pid, text, &stat) && sscanf(stat, "%*c %d", &parent) == 1 ? parent : 0;
}

pid_t *processes_list(size_t *cnt)
{
	DIR *proc __cleanup(close_dir) = opendir("/proc");
	const struct dirent *d;
	pid_t *pids = NULL, *more, pid;

	*cnt = 0;
	while (proc && (d = readdir(proc))) {
		pid = atoi(d->d_name);
		if (pid <= 0)
			continue;
		more = *cnt & (*cnt - 1) ? pids :
					   reallocarray(pids, *cnt ? 2 * *cnt : 1, sizeof(*pids));
		if (!more)
			break;
		pids = more;
		pids[(*cnt)++] = pid;
	}
	return pids;
}

/* The first of some names that a mapped file's path ends with. */
struct find_name {
	const char *const *names;
	size_t cnt;
	const char *found;
};

static bool ends_with(const char *path, const char *name)
{
	size_t len = strlen(path), end = strlen(name);

	return len >= end && !strcmp(path + len - end, name);
}

static void find_name(const struct mapped_file *m, void *arg)
{
	struct find_name *f = arg;
	size_t i;

	for (i = 0; i < f->cnt && !f->found; i++) {
		if (ends_with(m->path, f->names[i]))
			f->found = f->names[i];
	}
}

static const char *find_mapped(pid_t pid, const char *const *names, size_t cnt)
{
	struct find_name f = { .names = names, .cnt = cnt };

	maps_each(&pid, 1, false, find_name, &f);
	return f.found;
}

const char *process_profiler(pid_t pid)
{
	static const char *const known[] = { "/NYTProf.so", "/DProf.so", "/FastProf.so",
					     "/Cover.so", "/SmallProf.so" };
	const char *name = find_mapped(pid, known, sizeof(known) / sizeof(known[0]));

	return name ? name + 1 : NULL;
}

bool process_has_musl(pid_t pid)
{
	static const char *const loaders[] = { "/ld-musl-x86_64.so.1", "/ld-musl-aarch64.so.1" };

	return find_mapped(pid, loaders, sizeof(loaders) / sizeof(loaders[0]));
}

static const char *const coro = "/Coro/State/State.so";

bool mapped_file_is_coro(const struct mapped_file *file)
{
	return ends_with(file->path, coro);
}

bool process_has_coro(pid_t pid)
{
	return find_mapped(pid, &coro, 1);
}
