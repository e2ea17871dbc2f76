/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Another agent, which samples what costs too much to be traced. It is a process of its own: the
 * maps of a trace are not made for what runs in an interrupt, and counts of both kinds would not
 * make one profile.
 */
#ifndef NYTPROF_SAMPLER_H
#define NYTPROF_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct error;
struct options;

#define SAMPLERS_MAX 64

struct samplers {
	pid_t pids[SAMPLERS_MAX];
	size_t cnt;
	unsigned started;
};

/*
 * Starts one for these processes and their children. file: set to the name of its profile, which the
 * caller frees. -errno with err set.
 */
int samplers_start(struct samplers *s, const struct options *o, const pid_t *pids, size_t cnt,
		   char **file, struct error *err);
bool samplers_have(const struct samplers *s, pid_t pid);

/* Takes note of those that have ended. */
void samplers_reap(struct samplers *s);

/* Ends all, and waits until they have written their profiles. */
void samplers_end(struct samplers *s);

#endif
