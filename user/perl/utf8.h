/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perl keeps a name in Latin-1 if possible, even if the program is in UTF-8. A profile is in UTF-8.
 */
#ifndef NYTPROF_UTF8_H
#define NYTPROF_UTF8_H

#include <stdbool.h>

/* Is the text well-formed UTF-8? Accepts overlong forms and the like. */
bool utf8_is(const char *text);

/* Converts the text to UTF-8. The caller frees the result. NULL: out of memory. */
char *utf8_from_latin1(const char *text);

#endif
