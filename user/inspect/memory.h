/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The memory of a process that goes on running, for reading.  What is read is what was there at
 * some moment, other at each page; any read can fail.
 */
#ifndef NYTPROF_MEMORY_H
#define NYTPROF_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define MEMORY_PAGE 4096u /* bytes that are read at once */

struct memory;

/*
 * That of a process, but for pages that somebody else may have to bring (regions.h); NULL with errno.  It is the memory that the process has now: after an execve or
 * its end there is nothing left to be read, and not what another process with its id has.
 */
struct memory *memory_open(pid_t pid);

/* Of what read gives, which is called for whole pages and returns as pread(2). */
typedef ssize_t memory_reader(void *arg, void *to, size_t size, uint64_t addr);
struct memory *memory_new(memory_reader *read, void *arg);

void memory_free(struct memory *m);

/* What is read from now on is what is there from now on. */
void memory_forget(struct memory *m);

/* All of size bytes, or -EFAULT; to is not to be used then. */
int memory_read(struct memory *m, uint64_t addr, void *to, size_t size);

/* A string with its NUL; its length, or -EFAULT, or -E2BIG where size bytes are no room for it. */
int memory_read_text(struct memory *m, uint64_t addr, char *to, size_t size);

#endif
