/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The probes at the functions of a C library's allocator (--event=malloc), which belong to one process
 * each: a library is the whole host's.
 */
#ifndef NYTPROF_MALLOC_LINKS_H
#define NYTPROF_MALLOC_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "attach/links.h"
#include "nytprof/malloc.h"

struct error;
struct kernel;
struct nytprof_bpf;

struct malloc_links {
	struct link **all;
	size_t cnt;
};

/*
 * Chooses the programs and the maps. wanted: these are of an object that has the programs of events,
 * first: and these are the first object's.
 */
void malloc_links_choose(struct nytprof_bpf *part, const struct kernel *kernel, bool wanted,
			 bool first);

/*
 * Probes the file for one process. offsets: of the functions in it; 0: it has none. -errno with err
 * set: the process has none of these probes.
 */
int malloc_links_add(struct malloc_links *l, const struct nytprof_bpf *part,
		     const struct kernel *kernel, int file, pid_t pid,
		     const uint64_t offsets[MALLOC_FUNCTIONS], struct error *err);

/* pid: 0: of all processes. */
void malloc_links_drop(struct malloc_links *l, pid_t pid);

#endif
