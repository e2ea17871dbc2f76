/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which sub a statement belongs to, by its line. */
#ifndef NYTPROF_SUB_RANGES_H
#define NYTPROF_SUB_RANGES_H

#include <stdint.h>

struct profile;
struct profile_file;
struct profile_sub;
struct sub_ranges;

/* Of the called subs, as they are now. NULL: out of memory. */
struct sub_ranges *sub_ranges_new(const struct profile *p);
void sub_ranges_free(struct sub_ranges *r); /* NULL: nothing */

/*
 * The innermost sub around a line; for a line of a string eval that is in no sub there, around the
 * eval. NULL: none, or another sub has the same lines.
 */
const struct profile_sub *sub_ranges_at(const struct sub_ranges *r, const struct profile *p,
					const struct profile_file *file, uint32_t line);

#endif
