/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --all: the perls of the host.  Each file that a process maps to execute is looked at once; a perl that a wanted
 * process has is attached to, for whoever maps it then or later.
 */
#ifndef NYTPROF_CENSUS_H
#define NYTPROF_CENSUS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct host_options;
struct probes;
struct census;
struct error;
struct interp;
struct maps;
struct missed;
struct options;
struct recorder;

/* NULL with errno and err set. */
struct census *census_new(struct recorder *r, struct probes *a, const struct options *options,
			  struct error *err);
void census_free(struct census *c);

/* All that runs now, and the perls on the PATH.  -errno. */
int census_begin(struct census *c, struct error *err);

int census_fd(const struct census *c); /* readable: */
void census_take(struct census *c); /* something was mapped */

/* To be called ten times a second, or less. */
void census_tick(struct census *c, uint64_t now_ns);

/* The BPF maps are there.  -errno. */
int census_maps(struct census *c, const struct maps *maps, struct error *err);

/*
 * Other filters, from now on: all processes are looked at once more.  The texts of the options must outlive it.  -errno:
 * all is as it was.
 */
int census_filter(struct census *c, const struct host_options *options, struct error *err);

bool census_filters(const struct census *c); /* Is anybody left out? */

/* By what /proc says: do the filters leave the process out? */
bool census_leaves_out(const struct census *c, pid_t pid);

/* Of an interpreter that was met: is it to be recorded? */
bool census_wants(struct census *c, const struct interp *in);

/* Since the begin. */
struct census_sums {
	uint64_t late; /* processes that ran before their perl was known, */
	uint64_t unknown; /* or had ended before it was known whether they are wanted */
	uint64_t lost; /* notices of the kernel */
};
void census_sums(const struct census *c, struct census_sums *sums);

/* Adds whom it has missed. */
void census_missed(const struct census *c, struct missed *missed);

#endif
