/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * In sample mode: processes that have a perl mapped. The ticks recognize those that execute one.
 * Those that load it as a library (libperl.so) are told here.
 */
#ifndef NYTPROF_MEETINGS_H
#define NYTPROF_MEETINGS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct meeting;
struct probes;

struct meetings {
	struct meeting *all;
	size_t cnt;
	size_t room;
};

/* The process has an image mapped, with its code at start. */
void meetings_add(struct meetings *m, struct probes *a, int image, pid_t pid, uint64_t start);

/*
 * Takes back those that executed another program, or ended, while they were told. To be called after
 * any number of meetings_add().
 */
void meetings_check(struct meetings *m, struct probes *a);

void meetings_release(struct meetings *m);

#endif
