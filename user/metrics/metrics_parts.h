/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for user/metrics: what the files that write the text share. */
#ifndef NYTPROF_METRICS_PARTS_H
#define NYTPROF_METRICS_PARTS_H

#include <stdio.h>

#define PREFIX "nytprof_bpf_"

struct figures;

/* The lines before the samples of a metric. type: "counter", "gauge". */
void metrics_begin(FILE *to, const char *name, const char *type, const char *help);

/* One label, with the character before it: '{' or ','. */
void metrics_label(FILE *to, char before, const char *label, const char *value);

void metrics_put_kevents(FILE *to, const struct figures *f);

#endif
