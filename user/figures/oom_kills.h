/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Processes of a profile that the kernel has killed for lack of memory (--event=oom-kills). */
#ifndef NYTPROF_OOM_KILLS_H
#define NYTPROF_OOM_KILLS_H

#include <stdint.h>

struct profile;

struct oom_kills {
	uint64_t cnt; /* a profile of several processes may have more than one */
	const char *file; /* where most of them were; NULL: the line is not known */
	uint32_t line;
	const char *sub; /* as people read it: "MAIN", "PERL", or its name */
};

/* The names are the profile's. */
struct oom_kills oom_kills_of(const struct profile *p);

#endif
