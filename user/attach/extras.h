/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What only some recordings ask for: waits, slow calls, SQL, events, samples. A map of something that
 * nobody asks for has one element.
 */
#ifndef NYTPROF_EXTRAS_H
#define NYTPROF_EXTRAS_H

#include <stdbool.h>

struct kernel;
struct nytprof_bpf;
struct object_config;

/*
 * Chooses the programs of a part. first: of the agent's first object, and then also the sizes of
 * maps. Of the first part the sizes of the maps count, of the special one the programs.
 */
void extras_choose(struct nytprof_bpf *part, const struct kernel *kernel,
		   const struct object_config *config, bool first);

/* Sets the sizes of the other maps that depend on the recording. */
void extras_size_maps(struct nytprof_bpf *first, const struct object_config *config);

#endif
