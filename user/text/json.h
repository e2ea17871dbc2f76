/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Strings for JSON. */
#ifndef NYTPROF_JSON_H
#define NYTPROF_JSON_H

#include <stddef.h>
#include <stdio.h>

/* A string in quotes; NULL: null. Bytes that are no UTF-8 are taken for Latin-1. */
void json_put_string(const char *text, FILE *out);
void json_put_text(const char *text, size_t len, FILE *out);

#endif
