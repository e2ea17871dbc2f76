/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for user/figures: how many probes the subs of a profile had (figures/probe_errors.h). */
#ifndef NYTPROF_PROBE_COUNTS_H
#define NYTPROF_PROBE_COUNTS_H

struct profile;

struct sub_probes {
	double excl;
	double incl;
};

/* By sub id. NULL: out of memory. */
struct sub_probes *sub_probes(const struct profile *p);

#endif
