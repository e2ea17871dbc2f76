/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tells the BPF side how a tick finds the interpreter that a thread runs. */
#ifndef NYTPROF_WAY_IN_H
#define NYTPROF_WAY_IN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct perl_image;

struct way_in {
	const struct perl_image *image;
	uint32_t build; /* as in struct settings */
	int32_t forkdepth; /* generations of children that are sampled; below 0: all */
};

/*
 * Samples every process that executes the image's file, from its first tick on. The kernel knows
 * the file by dev and ino. map: sampled_files. -ENOTSUP with err set: ticks can't find the
 * interpreter of such a perl. -E2BIG with err set: the map is full.
 */
int way_in_add_file(const struct way_in *way, int map, dev_t dev, uint64_t ino, struct error *err);
void way_in_forget_file(int map, dev_t dev, uint64_t ino);

/* The same for one process, which has the image's code mapped at code_start. map: sampled. */
int way_in_add_process(const struct way_in *way, int map, pid_t pid, uint64_t code_start,
		       struct error *err);
void way_in_forget_process(int map, pid_t pid);

/* Is the process sampled like that? */
bool way_in_is_known(const struct way_in *way, int map, pid_t pid, uint64_t code_start);

#endif
