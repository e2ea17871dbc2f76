/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stream that deflates what is written to it (zlib's format), and passes it on in base64. */
#ifndef NYTPROF_HTML_ARMOR_H
#define NYTPROF_HTML_ARMOR_H

#include <stdio.h>

/* Closing it completes the data, and leaves out open. NULL: out of memory. */
FILE *armor_open(FILE *out);

#endif
