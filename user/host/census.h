/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --all: finds the perls of the host. It looks once at each file that a process maps to execute. If
 * a process that matches the filters has mapped a perl, that perl is probed for all processes that
 * map it, now or later.
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

/* Looks at all running processes, and at the perls on the PATH. -errno. */
int census_begin(struct census *c, struct error *err);

int census_fd(const struct census *c); /* readable when census_take() has something to do: */
void census_take(struct census *c); /* something was mapped */

/* To be called ten times a second, or less. */
void census_tick(struct census *c, uint64_t now_ns);

/* The BPF maps exist now. -errno. */
int census_maps(struct census *c, const struct maps *maps, struct error *err);

/*
 * Changes the filters, and looks at all processes once more. The texts of the options must outlive
 * the census. -errno: nothing has changed.
 */
int census_filter(struct census *c, const struct host_options *options, struct error *err);

bool census_filters(const struct census *c); /* Is there a filter? */

/* Do the filters exclude this process, by what /proc says? */
bool census_leaves_out(const struct census *c, pid_t pid);

/* Is this new interpreter to be recorded? */
bool census_wants(struct census *c, const struct interp *in);

/* Sums since the beginning. */
struct census_sums {
	uint64_t late; /* processes that ran before their perl was known, */
	uint64_t unknown; /* or that ended before the filters were checked */
	uint64_t lost; /* notices that the kernel lost */
};
void census_sums(const struct census *c, struct census_sums *sums);

/* Adds the processes that were missed. */
void census_missed(const struct census *c, struct missed *missed);

#endif
