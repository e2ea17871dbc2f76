/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sizes on the command line and in the configuration file: 100, 64k, 500M, 2G. */
#ifndef NYTPROF_SIZE_H
#define NYTPROF_SIZE_H

#include <stdint.h>

int size_parse(const char *text, uint64_t *bytes); /* -EINVAL: it is none */

#endif
