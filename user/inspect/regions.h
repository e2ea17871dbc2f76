/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a process has memory that can be read without anybody's help: anonymous, or its own copy of a file on a real file
 * system.  A page of any other mapping may come from a program of the process's owner, and whoever reads it holds
 * the process's mmap_lock for as long as that takes (mm/gup.c, __access_remote_vm, 6.18): neither the process nor
 * a probe in it can be changed then.
 */
#ifndef NYTPROF_REGIONS_H
#define NYTPROF_REGIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct regions;

/* As they are now; NULL with errno. */
struct regions *regions_new(pid_t pid);
void regions_free(struct regions *r);

/*
 * Does all of it lie in them?  What was mapped since is looked for a few times.  A process can put other things there at any
 * moment: one that does so on purpose can hold its reader up, and itself.
 */
bool regions_have(struct regions *r, uint64_t addr, uint64_t size);

#endif
