/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The programs at events of the kernel (--event): which are loaded, and where they are attached. */
#ifndef NYTPROF_ATTACH_KEVENTS_H
#define NYTPROF_ATTACH_KEVENTS_H

#include <stdbool.h>

struct error;
struct kevent_links;
struct nytprof_bpf;
struct tracepoint;

/*
 * Chooses the programs of these events (KEVENT_BIT()), and the maps. first: these are the first
 * object's.
 */
void kevents_choose(struct nytprof_bpf *part, unsigned events, bool first);

/* -ENOTSUP with err set: this kernel lacks one of the events. */
int kevents_check(unsigned events, struct error *err);

/* Attaches those that were chosen and loaded. points: with their .id. NULL with err set. */
struct kevent_links *kevents_attach(const struct nytprof_bpf *part, const struct tracepoint *points,
				    unsigned point_cnt, struct error *err);
void kevents_detach(struct kevent_links *links); /* links: may be NULL */

#endif
