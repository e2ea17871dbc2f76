/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For messages about a name that does not exist: which one may have been meant. */
#ifndef NYTPROF_NEAREST_H
#define NYTPROF_NEAREST_H

#include <stddef.h>

/*
 * The one of nth(0), nth(1) and so on up to NULL that takes the fewest changes to become; NULL: none is so near
 * that it can have been meant.
 */
const char *nearest_name(const char *name, const char *(*nth)(size_t i));

#endif
