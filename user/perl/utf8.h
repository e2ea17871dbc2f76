/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perl keeps a name in Latin-1 if possible, even if the program is in UTF-8. A profile is in UTF-8.
 */
#ifndef NYTPROF_UTF8_H
#define NYTPROF_UTF8_H

#include <stdbool.h>

/* Is it well-formed?  Overlong forms and the like do not matter here. */
bool utf8_is(const char *text);

/* The same text, freed by the caller; NULL: no memory. */
char *utf8_from_latin1(const char *text);

#endif
