/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What processes map to execute, as reported by the kernel (PERF_RECORD_MMAP2 on all processors):
 * executed programs and loaded libraries in every namespace, with device and inode.
 */
#ifndef NYTPROF_MMAPS_H
#define NYTPROF_MMAPS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct mmaps;

struct mapped_file;

/* A newly mapped file. */
struct mmapped {
	const struct mapped_file *file;
	uint64_t ns; /* when, by the probes' clock */
	bool program; /* the program that the process executes */
};

/* clock: for the times. NULL with errno and err set. */
struct mmaps *mmaps_new(clockid_t clock, struct error *err);
void mmaps_free(struct mmaps *m);

int mmaps_fd(const struct mmaps *m); /* readable: something was mapped */

/* Returns how many notices were lost since the last call, because the buffer was full. */
uint64_t mmaps_read(struct mmaps *m, void (*see)(const struct mmapped *what, void *arg), void *arg);

#endif
