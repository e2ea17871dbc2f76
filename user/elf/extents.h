/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where functions begin and end, hidden and split ones too. Source: .eh_frame, which has an entry
 * for each function and for each cold part that the compiler split off.
 */
#ifndef NYTPROF_EXTENTS_H
#define NYTPROF_EXTENTS_H

#include <stdint.h>

struct elf;
struct extents;

/* NULL with errno set: the file has no readable .eh_frame. */
struct extents *extents_new(const struct elf *elf);
void extents_free(struct extents *x);

/* The function that covers vaddr; -ENOENT. */
int extents_find(const struct extents *x, uint64_t vaddr, uint64_t *start, uint64_t *end);

#endif
