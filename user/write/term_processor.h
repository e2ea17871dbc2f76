/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_TERM_PROCESSOR_H
#define NYTPROF_TERM_PROCESSOR_H

#include <stdio.h>

struct profile;

/* In which code the processor was, by samples; nothing where there are none. -ENOMEM. */
int term_put_processor(const struct profile *p, FILE *out);

#endif
