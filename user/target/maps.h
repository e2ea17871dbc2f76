/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The mappings of processes, and other files of /proc that show the memory of a target. The owner
 * of that memory can delay a reader, for example with a page from his own file system. So workers
 * read these files (sandbox/sandbox.h).
 */
#ifndef NYTPROF_MAPS_H
#define NYTPROF_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct sandbox_job;

#define MAPS_PATH_MAX 4096
#define MAPS_BATCH    128 /* processes of a job: each is a descriptor of the worker */

/* A file that a process has mapped. */
struct mapped_file {
	pid_t pid;
	bool code; /* is it executable? */
	dev_t dev;
	uint64_t ino;
	uint64_t start; /* address of the mapping */
	uint64_t end;
	const char *path; /* as the process sees it */
};

/*
 * Parses a line of /proc/PID/maps. path receives the name. The caller sets m->pid. False: the line
 * maps no file.
 */
bool maps_parse(const char *line, struct mapped_file *m, char path[MAPS_PATH_MAX]);

/*
 * Calls visit for each file mapping of the processes. code: for executable mappings only. Skips
 * processes that can't be read; for a single process, returns -errno instead: ESRCH, EACCES, EPERM;
 * ETIMEDOUT, EPIPE, EBUSY: see sandbox.h.
 */
int maps_each(const pid_t *pids, size_t cnt, bool code,
	      void (*visit)(const struct mapped_file *m, void *arg), void *arg);

/*
 * Begins to read the file mappings of up to MAPS_BATCH processes. Among several, those whose users
 * hold us up are left out. NULL with errno as of sandbox_start().
 */
struct sandbox_job *maps_start(const pid_t *pids, size_t cnt, bool code);

/*
 * 1: there is no answer yet. Otherwise the job is over and freed, visit was called for each
 * mapping, and it returns 0 or -errno as maps_each() does; for several processes, -errno: not all
 * of them were looked at. Never waits.
 */
int maps_take(struct sandbox_job *job, void (*visit)(const struct mapped_file *m, void *arg),
	      void *arg);

/*
 * Reads the beginning of /proc/PID/FILE and appends a NUL. Returns its length, or -errno as above.
 */
ssize_t proc_read(pid_t pid, const char *file, char *text, size_t size);

/* The real user id of a process. SANDBOX_MANY, which is nobody's, if the process has ended. */
uid_t proc_owner(pid_t pid);

#endif
