/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the memory of a process that goes on running. Each page is what was there at some moment,
 * and different pages are from different moments. Any read can fail.
 */
#ifndef NYTPROF_MEMORY_H
#define NYTPROF_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define MEMORY_PAGE 4096u /* bytes that are read at once */

struct memory;

/*
 * The memory of a process, without pages that another program may have to provide (regions.h). NULL
 * with errno. It is the memory that the process has now: after an execve or its end, reads fail,
 * even if a new process has its id.
 */
struct memory *memory_open(pid_t pid);

/* Memory that read provides. read is called for whole pages and returns as pread(2). */
typedef ssize_t memory_reader(void *arg, void *to, size_t size, uint64_t addr);
struct memory *memory_new(memory_reader *read, void *arg);

void memory_free(struct memory *m);

/* Forgets the pages that were read, so that later reads see the present memory. */
void memory_forget(struct memory *m);

/* Reads all of size bytes. -EFAULT: failed; the content of to is then undefined. */
int memory_read(struct memory *m, uint64_t addr, void *to, size_t size);

/*
 * Reads a string with its NUL. Returns its length. -EFAULT: failed. -E2BIG: it does not fit into
 * size bytes.
 */
int memory_read_text(struct memory *m, uint64_t addr, char *to, size_t size);

#endif
