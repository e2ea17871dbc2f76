/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text for a row of a screen.  Names come from targets: what drives a terminal, or changes the order
 * in which it shows characters, becomes a question mark.
 */
#ifndef NYTPROF_SCREEN_TEXT_H
#define NYTPROF_SCREEN_TEXT_H

#include <stddef.h>
#include <stdint.h>

#define TEXT_MAX 1024 /* bytes that are kept of a name or a source line */

/*
 * Makes of up to len bytes a valid UTF-8 text, which needs at most TEXT_MAX bytes.  ascii: other
 * characters become question marks, too.
 */
void text_clean(char to[TEXT_MAX], const char *from, size_t len);
void text_to_ascii(char *text);

/* How many columns a clean text takes. */
size_t text_width(const char *text);

/*
 * Fits a clean text into so many columns: if it is longer, its middle is left out, with ".." in its
 * place.  Returns how many columns it takes now.
 */
size_t text_cut(char *text, size_t width);

/* Likewise, but leaves out the end. */
size_t text_cut_end(char *text, size_t width);

/* Likewise, but leaves out the begin. Less than two columns have nothing of it. */
size_t text_cut_begin(char *text, size_t width);

/* "12.3", of whole: "100".  Empty: part is 0. */
void text_percent(char to[16], uint64_t part, uint64_t whole);

/* "719072"; beyond six digits three of them: "12.3M", "-4.10G". Empty: 0. */
void text_amount(char to[16], int64_t amount);

/* Three digits that matter: "1.23s", "12.3s", "4m05s", "2h10m", "3d04h"; "45ms" */
void text_seconds(char to[16], double seconds);

#endif
