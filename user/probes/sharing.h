/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Links that many processes share. The kernel asks each link of a place at each hit, whatever process
 * has hit it (kernel/events/uprobes.c, handler_chain, 6.18), so a link for each process costs all of
 * them. One link for all that map the file costs a process nothing more, however many are recorded;
 * but other processes of that perl stop at its places, too.
 */
#ifndef NYTPROF_SHARING_H
#define NYTPROF_SHARING_H

#include <sys/types.h>

struct error;
struct probes;

/*
 * Attaches a process to an image: with the first one, all that map the image. The returns of builtins
 * are each process's own, as another one may switch between C stacks. -errno with err set.
 */
int sharing_attach(struct probes *a, int image, pid_t pid, struct error *err);

#endif
