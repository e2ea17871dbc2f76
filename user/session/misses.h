/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The ends of processes that the kernel did not tell of, and the starts. From Linux 7.0 on a
 * tracepoint's program can be interrupted by another process, for which the program is then left
 * out: see object_count_misses(). Without this, a recording of such a process would not end.
 */
#ifndef NYTPROF_MISSES_H
#define NYTPROF_MISSES_H

#include <stdint.h>

struct drain;
struct error;
struct maps;
struct misses;
struct probes;

/* The arguments must outlive it. NULL: out of memory. */
struct misses *misses_new(struct probes *probes, const struct maps *maps, struct drain *drain);
void misses_free(struct misses *m);

/*
 * With each tick of the loop. Once a second it closes the interpreters of processes that have ended
 * unseen, and takes the processes out of the map of targets. Never fails.
 */
int misses_tick(void *misses, uint64_t now_ns, struct error *err);

/* The recording ends. Warns about forks and execs that were not seen. */
void misses_say(const struct misses *m);

#endif
