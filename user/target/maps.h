/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What processes have mapped, and other pages of /proc that show a target's memory.  Whoever owns that memory can hold up
 * who reads them (a page that a file system of his has to bring), so workers read them (sandbox/sandbox.h).
 */
#ifndef NYTPROF_MAPS_H
#define NYTPROF_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define MAPS_PATH_MAX 4096

/* A file that a process has mapped. */
struct mapped_file {
	pid_t pid;
	bool code; /* to execute it */
	dev_t dev;
	uint64_t ino;
	uint64_t start; /* where it is mapped */
	uint64_t end;
	const char *path; /* as the process has it */
};

/* A line of /proc/PID/maps; path takes its name, m->pid is the caller's.  False: no file is mapped there. */
bool maps_parse(const char *line, struct mapped_file *m, char path[MAPS_PATH_MAX]);

/*
 * Calls visit for each mapping of the processes, or (code) each that is to be executed.  Those that can't be looked at are left out; for one process
 * -errno: ESRCH, EACCES, EPERM; ETIMEDOUT, EPIPE, EBUSY: see sandbox.h.
 */
int maps_each(const pid_t *pids, size_t cnt, bool code,
	      void (*visit)(const struct mapped_file *m, void *arg), void *arg);

/* The beginning of /proc/PID/FILE, with a NUL behind it: its length; -errno as above. */
ssize_t proc_read(pid_t pid, const char *file, char *text, size_t size);

/* The real user id of a process; SANDBOX_MANY, who is nobody, if it is gone. */
uid_t proc_owner(pid_t pid);

#endif
