/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --all, while it runs: who is not to be recorded, what systemd is told, and other filters.  The BPF side does not know
 * all filters: those whom user space turns away are told to it one by one, and cost no more than their traps.
 */
#ifndef NYTPROF_EVERYBODY_H
#define NYTPROF_EVERYBODY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct attached;
struct census;
struct harvest;
struct interp;
struct maps;
struct options;

struct everybody {
	struct census *census;
	struct attached *attached;
	struct harvest *harvest;
	const struct maps *maps; /* once there is a drain */
	struct options *reloadable; /* the recording's, NULL: there is no file to read again */
};

/* Of one that was met: is it to be recorded?  If not, it is turned away.  arg: the struct. */
bool everybody_lets_in(uint32_t id, const struct interp *in, void *arg);

/* A process that was met, is wanted, and has not ended. */
bool everybody_records(const struct everybody *e, pid_t pid);

/* Ten times a second. */
void everybody_tick(struct everybody *e, uint64_t now_ns);

/*
 * Reads the file again.  Who is recorded and is left out by other filters is not recorded any more; who was turned away
 * is asked for again.
 */
void everybody_reload(struct everybody *e);

#endif
