/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texts in comments of a NYTProf file: \xHH stands for a control character or a backslash, and a tab is
 * between two fields.
 */
#ifndef NYTPROF_REMARK_TEXT_H
#define NYTPROF_REMARK_TEXT_H

struct sink;

/* Begins a comment: key is " NAME=". */
void remark_put_key(struct sink *s, const char *key);
void remark_put_text(struct sink *s, const char *text);

/* In place. */
void remark_read_text(char *text);

/* Cuts the text at a tab, and returns what is behind it. NULL: there is none. text: may be NULL. */
char *remark_cut(char *text);

#endif
