/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of systemd units, as people give them. */
#ifndef NYTPROF_UNIT_NAME_H
#define NYTPROF_UNIT_NAME_H

#include <stdbool.h>
#include <stddef.h>

#define UNIT_NAME_MAX 255 /* src/basic/unit-name.h, systemd 252 */

/*
 * Is it a unit of this pattern of fnmatch(3), in which ".service" may be left out? Both have lengths;
 * a name that is too long fits nothing.
 */
bool unit_name_fits(const char *pattern, size_t pattern_len, const char *unit, size_t len);

#endif
