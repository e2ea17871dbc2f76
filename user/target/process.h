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
struct known_files;
struct mapped_file;
struct perl_image;

#define PROCESS_PERLS_MAX 8

/*
 * The perls that a process has mapped: its executable, a libperl.so, or both, also where
 * the file was deleted or replaced since.  known (NULL: none): those it has of these are only marked as met.
 * Returns how many, which the caller frees, or:
 * -ESRCH no such process, -ENOEXEC it has none, known ones neither, -ENOTSUP none that is supported, -EACCES, -EPERM;
 * -ETIMEDOUT, -EBUSY: its owner holds up those who look (see sandbox.h).
 */
int process_perls(pid_t pid, const struct known_files *known,
		  struct perl_image *perls[PROCESS_PERLS_MAX], struct error *err);

/* Those that there are; an array that the caller frees. */
pid_t *processes_list(size_t *cnt);

/* Is it what the module is that changes between C stacks? */
bool mapped_file_is_coro(const struct mapped_file *file);

/* Has it loaded a module that changes between C stacks? */
bool process_has_coro(pid_t pid);

/* Is musl its C library? */
bool process_has_musl(pid_t pid);

/* The short name (comm), "?" if it is gone. */
void process_comm(pid_t pid, char comm[32]);

/* Does it run?  False as soon as it has begun to end. */
bool process_is_alive(pid_t pid);

/* Start time as CLOCK_BOOTTIME ns, to within a clock tick; 0 if it is gone. */
uint64_t process_start(pid_t pid);

/*
 * The start of the first process that may have compiled the code of one that started at start: of itself, or, if it executed
 * nothing, of the one that forked it, and so on.  CLOCK_BOOTTIME ns, never later than that; 0: one of them is gone.
 */
uint64_t process_code_start(pid_t pid, uint64_t start);

/* 0 if it is gone. */
pid_t process_parent(pid_t pid);

/* A profiler that the process has loaded itself: its file's name, else NULL. */
const char *process_profiler(pid_t pid);

#endif
