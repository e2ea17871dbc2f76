/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The packages of a profile's Perl subs, and the file of each. */
#ifndef NYTPROF_NYTP_PACKAGES_H
#define NYTPROF_NYTP_PACKAGES_H

#include <stdint.h>

struct order;
struct packages;
struct profile;

/* NULL: out of memory. */
struct packages *packages_new(const struct profile *p, const struct order *o);
void packages_free(struct packages *p);

/*
 * The file, in the output, in which an xsub of this name gets its stub: one that defines a Perl sub of
 * its package. The first file serves the others, as the readers would choose it themselves.
 */
uint32_t packages_fid(const struct packages *p, const char *xsub);

#endif
