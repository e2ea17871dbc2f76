/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text of a target, in HTML. */
#ifndef NYTPROF_HTML_TEXT_H
#define NYTPROF_HTML_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * For elements and quoted attributes. Bytes that are no UTF-8 are taken for Latin-1; what would not
 * be seen, or would turn the text around it, becomes U+FFFD.
 */
void html_put_text(const char *text, size_t len, FILE *out);
void html_put(const char *text, FILE *out);

/* Behind "#sub=" in an attribute: as encodeURIComponent, of the same characters. */
void html_put_hash(const char *text, FILE *out);

void html_put_time(int64_t ns, FILE *out);

/* With thin spaces between thousands. */
void html_put_count(uint64_t cnt, FILE *out);

#endif
