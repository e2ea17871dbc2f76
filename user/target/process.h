/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What /proc tells of a process: the perls it has mapped, its name, its root.
 */
#ifndef NYTPROF_PROCESS_H
#define NYTPROF_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct perl_image;
struct stat;

#define PROCESS_PERLS_MAX 8

/* Files that need not be looked at: it takes 0.1 s to look at a perl. */
struct known_files {
	bool (*has)(const struct stat *file, void *arg);
	void *arg;
};

/*
 * The perls that a process has mapped: its executable, a libperl.so, or both, also where
 * the file was deleted or replaced since; known (NULL: none): but these.  Returns how many, which the caller frees, or:
 * -ESRCH no such process, -ENOEXEC it has none, known ones neither, -ENOTSUP none that is supported, -EACCES.
 */
int process_perls(pid_t pid, const struct known_files *known,
		  struct perl_image *perls[PROCESS_PERLS_MAX], struct error *err);

/* A file that a process has mapped to execute. */
struct mapped_file {
	pid_t pid;
	dev_t dev;
	uint64_t ino;
	uint64_t start; /* where it is mapped */
	uint64_t end;
	const char *path; /* as the process has it */
};

/*
 * The file itself, also where it was deleted or replaced since; else by its path, if that still is it.
 * -errno of the first: -ENOENT and -ESRCH if it is not mapped any more, -EPERM and -EACCES for want of rights.
 */
int mapped_file_open(const struct mapped_file *file);

/* All of them, some perhaps several times.  -errno as process_perls. */
int process_each_mapped(pid_t pid, void (*visit)(const struct mapped_file *file, void *arg),
			void *arg);

/* Is it what the module is that changes between C stacks? */
bool mapped_file_is_coro(const struct mapped_file *file);

/* Has it loaded a module that changes between C stacks? */
bool process_has_coro(pid_t pid);

/* The short name (comm), "?" if it is gone. */
void process_comm(pid_t pid, char comm[32]);

/* Does it run?  False as soon as it has begun to end. */
bool process_is_alive(pid_t pid);

/* Start time as CLOCK_BOOTTIME ns, to within a clock tick; 0 if it is gone. */
uint64_t process_start(pid_t pid);

/* A profiler that the process has loaded itself: its file's name, else NULL. */
const char *process_profiler(pid_t pid);

#endif
