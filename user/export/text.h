/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of a target as other tools can read them: UTF-8, without what ends a line or a field. Bytes
 * that are no UTF-8 are taken for Latin-1.
 */
#ifndef NYTPROF_EXPORT_TEXT_H
#define NYTPROF_EXPORT_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The next character, and how many bytes it has. */
size_t text_char(const char *text, size_t left, uint32_t *c);
void text_put_char(uint32_t c, FILE *out);
void text_put_xml_char(uint32_t c, FILE *out); /* also within double quotes */
void text_put_utf8(const char *text, size_t len, FILE *out);

/* A tab becomes a blank; other control characters, and those in bad, become "?". */
void text_put_line(const char *text, size_t len, const char *bad, FILE *out);

#endif
