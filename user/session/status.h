/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a recorder records now, for nytprof-bpf ctl status. */
#ifndef NYTPROF_STATUS_H
#define NYTPROF_STATUS_H

#include <stdio.h>

struct error;
struct recorder;
struct sight;

/* -errno with err set: the profiles could not be brought up to date. */
int status_describe(struct recorder *r, FILE *to, struct error *err);

/* The same of the processes that a sight shows. */
int status_describe_some(struct recorder *r, const struct sight *sight, FILE *to,
			 struct error *err);

#endif
