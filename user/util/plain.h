/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text that may come from a target, for a terminal or a log: no line but ours begins, and nothing drives the terminal. */
#ifndef NYTPROF_PLAIN_H
#define NYTPROF_PLAIN_H

#include <stddef.h>
#include <stdio.h>

static inline char plain_char(char c)
{
	return (unsigned char)c < ' ' || c == 0x7f ? '?' : c;
}

static inline void plain_text(char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		text[i] = plain_char(text[i]);
}

static inline void plain_print(const char *text, FILE *to)
{
	for (; *text; text++)
		fputc(plain_char(*text), to);
}

#endif
