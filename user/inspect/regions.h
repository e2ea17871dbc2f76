/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds memory of a process that can be read without waiting for another program: anonymous memory,
 * and private copies of files on real file systems. A page of any other mapping may come from a
 * program of the process's owner. A reader of such a page holds the process's mmap_lock until the
 * page arrives (mm/gup.c, __access_remote_vm, 6.18). Meanwhile nobody can change the process's
 * mappings or set a probe in it.
 */
#ifndef NYTPROF_REGIONS_H
#define NYTPROF_REGIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct regions;

/* The regions as they are now. NULL with errno. */
struct regions *regions_new(pid_t pid);
void regions_free(struct regions *r);

/*
 * Is the whole range in such regions? If not, the mappings are read again, a few times at most. A
 * process can change its mappings at any moment: on purpose, it can so delay its reader and itself.
 */
bool regions_have(struct regions *r, uint64_t addr, uint64_t size);

#endif
