/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For messages about a name that does not exist: which one may have been meant. */
#ifndef NYTPROF_NEAREST_H
#define NYTPROF_NEAREST_H

#include <stddef.h>

/*
 * The name among nth(0), nth(1) and so on, up to NULL, that is fewest changes away. NULL: none is
 * near enough to be meant.
 */
const char *nearest_name(const char *name, const char *(*nth)(size_t i));

#endif
