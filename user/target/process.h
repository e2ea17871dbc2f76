/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What /proc shows of a process: the perls that it has mapped, its name, its start, its parent. */
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
 * Finds the perls that a process has mapped: its executable, a libperl.so, or both, even if the
 * file was deleted or replaced since. Perls in known (NULL: none) are not returned, but marked as
 * met. Returns the number of perls; the caller frees them. -ESRCH: no such process. -ENOEXEC: it
 * has no perl, not even a known one. -ENOTSUP: it has no supported perl. -EACCES, -EPERM: no right
 * to look. -ETIMEDOUT, -EBUSY: the owner of the process delays readers (see sandbox.h).
 */
int process_perls(pid_t pid, const struct known_files *known,
		  struct perl_image *perls[PROCESS_PERLS_MAX], struct error *err);

/* All processes. The caller frees the array. */
pid_t *processes_list(size_t *cnt);

/* Does the file have the name of Coro's library, which switches between C stacks? */
bool mapped_file_is_coro(const struct mapped_file *file);

/* Has the process loaded Coro's library? */
bool process_has_coro(pid_t pid);

/* Is its C library musl? */
bool process_has_musl(pid_t pid);

/* Its short name (comm); "?" if the process has ended. */
void process_comm(pid_t pid, char comm[32]);

/* Does the process run? False as soon as it has begun to end. */
bool process_is_alive(pid_t pid);

/* Is there no such process any more, not even a zombie? */
bool process_is_gone(pid_t pid);

/* Have all of its threads ended? Reads /proc, unlike process_is_gone(). */
bool process_is_over(pid_t pid);

/* Its start in CLOCK_BOOTTIME ns, exact to a clock tick; 0 if the process has ended. */
uint64_t process_start(pid_t pid);

/* A start in CLOCK_BOOTTIME ns as /proc tells it: in ticks, rounded down. */
uint64_t process_tick(uint64_t start_ns);

/* The processor time that all its threads have used, in ns; 0 if the process has ended. */
uint64_t process_cpu(pid_t pid);

/*
 * When the code of a process may have been compiled at the earliest, in CLOCK_BOOTTIME ns. start:
 * when the process started. If a process executed nothing since its fork, this is the start of its
 * parent, and so on. Never later than start. 0: one of these processes has ended.
 */
uint64_t process_code_start(pid_t pid, uint64_t start);

/* 0 if the process has ended. */
pid_t process_parent(pid_t pid);

/* The file name of a profiler that the process has loaded; NULL: none. */
const char *process_profiler(pid_t pid);

#endif
