/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The body of a request: the growth of one series, in the format of the receiver. */
#ifndef NYTPROF_PUSH_ENCODE_H
#define NYTPROF_PUSH_ENCODE_H

#include <stdio.h>

struct labels;
struct profile;
struct stacks;

/*
 * p: for the names, the begin and the end of the profile. s: its stacks. -ENOMEM; the caller checks
 * ferror(out).
 */
int encode_pyroscope(const struct labels *l, const struct profile *p, const struct stacks *s,
		     FILE *out);
int encode_otlp(const struct labels *l, const struct profile *p, const struct stacks *s,
		FILE *out); /* packed by gzip */

#endif
